/** Ids of the contract: a prefix and a ULID in Crockford's base 32. */
export const DOCUMENT_ID = /^doc_[0-9A-HJKMNP-TV-Z]{26}$/;
export const FILE_ID = /^file_[0-9A-HJKMNP-TV-Z]{26}$/;
export const EXTRACTION_ID = /^ext_[0-9A-HJKMNP-TV-Z]{26}$/;
export const OUTPUT_ID = /^out_[0-9A-HJKMNP-TV-Z]{26}$/;
