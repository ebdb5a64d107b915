/** The limits of interface §8 and decisions §8, each exact: the last allowed value passes, the next one does not. */
export const PROMPT_CHARS = { min: 3, max: 8_000 };
export const NAME_CHARS = { min: 1, max: 200 };
export const STYLE_CHARS = { min: 1, max: 1_000 };
export const MARKDOWN_CHARS = { min: 1, max: 500_000 };
export const FILENAME_CHARS = { min: 1, max: 200 };
export const URL_CHARS_MAX = 2_048;
export const SOURCES_MAX = 15;
export const METADATA_KEYS_MAX = 50;
export const METADATA_KEY_CHARS = { min: 1, max: 64 };
export const METADATA_VALUE_CHARS_MAX = 500;
/** Decisions §8: MB = 1,048,576 bytes. */
export const FILE_BYTES_MAX = 20 * 1_048_576;
/** Base64 of 20 MB with three characters to spare (interface §4.1). */
export const DATA_CHARS_MAX = 27_962_031;
export const IDEMPOTENCY_KEY_CHARS_MAX = 255;
export const LIST_LIMIT = { min: 1, max: 100, default: 20 };
export const ARTIFACT_LINK_S = { min: 60, max: 604_800, default: 3_600 };
/** Signed output links (interface §4.6). */
export const OUTPUT_LINK_S = 300;
/** No body of the contract nests deeper than five levels; the rest is room for typed edits. */
export const JSON_DEPTH_MAX = 64;
/** Values in one body; a request of fifteen sources and fifty metadata keys holds about a hundred. */
export const JSON_VALUES_MAX = 200_000;
/** Of a request that has no long lists, as those of edits and of data for templates are: it is held against its schema where it holds up others. */
export const DOCUMENT_VALUES_MAX = 20_000;
/** Properties of one object in a body: data for a template is what may have many. */
export const JSON_KEYS_MAX = 5_000;
/** Fields at fault that one problem names. */
export const ERRORS_MAX = 100;
