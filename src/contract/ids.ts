/** Ids of the contract: a prefix and, but for those of keys, a ULID in Crockford's base 32. */
export const DOCUMENT_ID = /^doc_[0-9A-HJKMNP-TV-Z]{26}$/;
export const FILE_ID = /^file_[0-9A-HJKMNP-TV-Z]{26}$/;
export const EXTRACTION_ID = /^ext_[0-9A-HJKMNP-TV-Z]{26}$/;
export const WEBHOOK_ID = /^whe_[0-9A-HJKMNP-TV-Z]{26}$/;
export const DELIVERY_ID = /^whd_[0-9A-HJKMNP-TV-Z]{26}$/;
export const OUTPUT_ID = /^out_[0-9A-HJKMNP-TV-Z]{26}$/;
export const REQUEST_ID = /^req_[0-9A-HJKMNP-TV-Z]{26}$/;
export const KEY_ID = /^key_[0-9A-Z]{1,64}$/;
