#ifndef PERENNIAL_CURL_H
#define PERENNIAL_CURL_H

#include <curl/curl.h>

// Options and their values reach curl through variadic functions, which Swift cannot call. These are those functions,
// one for each type of a value.

static inline CURLcode perennial_curl_set_number(CURL *transfer, CURLoption option, long value) {
  return curl_easy_setopt(transfer, option, value);
}

static inline CURLcode perennial_curl_set_size(CURL *transfer, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(transfer, option, value);
}

static inline CURLcode perennial_curl_set_text(CURL *transfer, CURLoption option, const char *value) {
  return curl_easy_setopt(transfer, option, value);
}

static inline CURLcode perennial_curl_set_pointer(CURL *transfer, CURLoption option, void *value) {
  return curl_easy_setopt(transfer, option, value);
}

static inline CURLcode perennial_curl_set_fields(CURL *transfer, struct curl_slist *value) {
  return curl_easy_setopt(transfer, CURLOPT_HTTPHEADER, value);
}

static inline CURLcode perennial_curl_set_receiver(
    CURL *transfer, CURLoption option, curl_write_callback value) {
  return curl_easy_setopt(transfer, option, value);
}

static inline CURLcode perennial_curl_set_source(CURL *transfer, curl_read_callback value) {
  return curl_easy_setopt(transfer, CURLOPT_READFUNCTION, value);
}

static inline CURLcode perennial_curl_set_seeking(CURL *transfer, curl_seek_callback value) {
  return curl_easy_setopt(transfer, CURLOPT_SEEKFUNCTION, value);
}

static inline CURLMcode perennial_curl_set_limit(CURLM *transfers, CURLMoption option, long value) {
  return curl_multi_setopt(transfers, option, value);
}

#endif
