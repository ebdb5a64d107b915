/** What helps whoever meets an error: an example of how it comes about, what the service says, and the way out. For `/errors/<code>` and docs/errors.md. */
import { SAVE_AGAIN, type RefusalCode } from '../base/refusal.ts';

export interface ProblemHelp {
  /** A request that gets this error, as `METHOD path`, headers, an empty line and the body; or what led to it, in words. */
  example: string;
  /** What `detail` says then, or `error.message` of a document that failed. */
  detail: string;
  /** What to do, step by step where there are several. */
  repair: string;
}

const ID = 'doc_01KAHQ3V9M7B1QK8YV2T4C6D8E';

/** Those of calls: everything that is refused before a document is accepted, and about documents that are there. */
const OF_CALLS = {
  input_invalid: {
    example: 'POST /v1/documents\n\n{"format": "docx", "content": {"markdown": ""}}',
    detail: '/content/markdown: This must have 1 to 500000 characters; it has 0.',
    repair:
      'Change each field that `errors[].path` names; `message` says how. All faults of a request come at once. `?dry_run=true` checks a request without making anything.',
  },
  unauthorized: {
    example: 'GET /v1/documents\nAuthorization: Bearer ak_local_wrong',
    detail: 'The API key is not known or was revoked.',
    repair:
      'Send `Authorization: Bearer ak_…` with a key that is not revoked. `octavo keys list` shows the keys of a deployment, `octavo keys create --project prj_…` makes one.',
  },
  insufficient_balance: {
    example: 'POST /v1/documents at a deployment with prices, for an organisation that has spent its balance.',
    detail: 'The balance does not cover this document, which costs 0.30 EUR; add funds, or ask for a lower quality.',
    repair:
      'Ask for a lower `quality`, or add money: `POST /v1/top-ups`, or `octavo grants create` by whoever runs the deployment. `GET /v1/balance` says what is left.',
  },
  session_required: {
    example: 'GET /v1/dashboard/members\nAuthorization: Bearer ak_local_…',
    detail: 'This route takes a signed-in dashboard user, not an API key.',
    repair: 'Sign in at the dashboard. What a key may call is in the reference, and not below `/v1/dashboard/`.',
  },
  forbidden: {
    example: 'DELETE /v1/documents/' + ID + ' with a key of the scope `read`.',
    detail: 'A key with the scope read may not do this.',
    repair:
      'Use a key of a wider scope (`octavo keys create --scope write`), or ask an owner or admin of the organisation for another role.',
  },
  origin_refused: {
    example: 'POST /v1/documents with the cookie of a session, from a page at another address.',
    detail: 'A change with the cookie of a session needs the header Origin with the address of the dashboard.',
    repair:
      'Call with an API key from your own server. For a deployment behind another name, set `OCTAVO_PUBLIC_URL` to the address that users see.',
  },
  sign_in_failed: {
    example: 'POST /v1/dashboard/auth/sign-in/email\n\n{"email": "ada@example.com", "password": "not the right one"}',
    detail: 'The address or the password is not right.',
    repair:
      'Check the address and the password, or ask for a new password. Operators: `octavo users reset ada@example.com` prints a link, `octavo users list` shows disabled users.',
  },
  last_owner: {
    example: 'DELETE /v1/dashboard/members/usr_… of the only owner.',
    detail: 'This is the last owner of the organisation. Make another member an owner first.',
    repair: 'Make another member an owner first.',
  },
  region_mismatch: {
    example: 'GET /v1/documents\nAuthorization: Bearer ak_eu_…, at a deployment of the region `us`.',
    detail: 'The key is for the region eu, and this is us; use the base address of eu.',
    repair: "Use the base address of the key's region; the region is the middle of the key.",
  },
  link_expired: {
    example: 'Opening the link to a file more than five minutes after it was given.',
    detail: 'This link was valid for five minutes; ask GET /documents/{id}/outputs for a fresh one.',
    repair: 'Ask `GET /v1/documents/{id}/outputs` for fresh links, as often as needed. Keep ids, not links.',
  },
  rate_limited: {
    example: 'The 121st document within a minute.',
    detail: 'The organisation may make 120 documents a minute; try again in 17 s.',
    repair:
      'Wait the seconds of `Retry-After` and send the same request with the same `Idempotency-Key`. The SDKs do so by themselves. Operators: `OCTAVO_RATE_LIMIT`.',
  },
  not_an_artifact: {
    example: `GET /v1/documents/${ID}/data of a Word file.`,
    detail: `${ID} is no artifact, so it keeps no data.`,
    repair: 'Make the document with `"format": "artifact"`.',
  },
  record_too_large: {
    example: `POST /v1/documents/${ID}/data/orders with a record of 20 KB.`,
    detail: 'The record has 20011 bytes as JSON; 16384 are allowed.',
    repair: 'Keep less in a record: several records, or the address of a file.',
  },
  too_many_records: {
    example: 'The 5,001st record of an artifact.',
    detail: 'The artifact has 5,000 records, which is all that it may have.',
    repair: 'Fetch old records with `GET /v1/documents/{id}/data/{collection}` and delete them.',
  },
  too_many_endpoints: {
    example: 'POST /v1/webhook-endpoints in a project that has 20.',
    detail: 'A project may have 20 webhook endpoints; delete one that is not used any more.',
    repair: 'Delete one that is not used any more: `DELETE /v1/webhook-endpoints/{id}`. One endpoint can take all types of events.',
  },
  not_found: {
    example: `GET /v1/documents/${ID}`,
    detail: `There is no document ${ID}.`,
    repair:
      'Check the id and whose key it is: what belongs to another organisation does not exist for a key. Every path of the interface begins with `/v1`.',
  },
  file_rejected: {
    example: 'POST /v1/files with a Word file that holds macros.',
    detail: 'The file is macro-enabled (.docm, .pptm, .xlsm); save it without macros and send that.',
    repair:
      'Save the file without macros or password, in a kind that is taken (Word, PowerPoint, Excel, PDF, text, HTML, pictures), and send it again.',
  },
  file_too_large: {
    example: 'POST /v1/files with 25 MB.',
    detail: 'A file may have 20 MB (20971520 bytes).',
    repair: 'Compress its pictures or divide it.',
  },
  report_not_ready: {
    example: `GET /v1/documents/${ID}/report while it is made.`,
    detail: 'The report exists once the document has finished.',
    repair: 'Wait for the end: without `background`, by its events, by a webhook, or ask again after `Retry-After`.',
  },
  content_deleted: {
    example: `GET /v1/documents/${ID}/outputs after its retention has ended.`,
    detail: `The content of ${ID} has been deleted; only its record stays.`,
    repair: 'Make it again. `retention` (`7d`, `30d`, `90d`) says how long content is kept.',
  },
  project_does_not_store: {
    example: 'POST /v1/documents\n\n{"format": "artifact", "artifact": {"storage": "shared"}, …} in a project with the retention `none`.',
    detail: 'The project keeps no content, so an artifact can only use artifact.storage: local; ask for local, or send a retention.',
    repair: 'Use `"storage": "local"`, which keeps data in the browser of each visitor, or a project that stores.',
  },
  artifact_is_local: {
    example: `GET /v1/documents/${ID}/data of an artifact with \`"storage": "local"\`.`,
    detail: `${ID} keeps its data in each visitor's browser; the service does not have it.`,
    repair: 'Make the artifact with `"storage": "shared"` if its owner is to read what visitors write.',
  },
  events_expired: {
    example: `GET /v1/documents/${ID}/events eight days later.`,
    detail: 'Events are kept for 7 days; the document record is still there.',
    repair: 'Read the record and the report, which stay as long as the content.',
  },
  range_not_satisfiable: {
    example: 'GET a download of 18,837 bytes with `Range: bytes=20000-`.',
    detail: 'The file has 18837 bytes; the range asked for begins behind them.',
    repair:
      'Take the length of the file from `Content-Range: bytes */18837`: what was wanted has been fetched already, or the link is of another file.',
  },
  idempotency_key_reused: {
    example: 'POST /v1/documents twice with `Idempotency-Key: report-17` and two different bodies.',
    detail: 'This Idempotency-Key was used within the last 24 hours with another request; use a new key.',
    repair: 'One key for one request: make the key of what the document is for, such as the number of the order and its version.',
  },
  idempotency_request_in_progress: {
    example: 'POST /v1/documents with an `Idempotency-Key` whose first request is still being answered.',
    detail: 'The first request with this Idempotency-Key is still being answered; repeat it in a few seconds.',
    repair: 'Repeat it after `Retry-After`; the answer is that of the first.',
  },
  feature_unavailable: {
    example: 'POST /v1/documents\n\n{"prompt": "A two-page memo on moving the weekly review"}',
    detail: 'No model is configured in this deployment, which a prompt needs; send your own Markdown as content.markdown.',
    repair: 'Send `content.markdown`, which needs no model. Operators: `OCTAVO_MODEL` names one.',
  },
  internal_error: {
    example: 'A fault of the service itself.',
    detail: 'Something went wrong on our side. Try again; if it stays, report it with the request_id.',
    repair:
      'Send the same request again with the same `Idempotency-Key`. If it stays, report the `request_id`, which is in the log of the service too.',
  },
  service_unavailable: {
    example: 'Any call while the database restarts.',
    detail: 'A part of the service does not answer at the moment. Try again after the seconds in Retry-After.',
    repair: 'Repeat the call after `Retry-After`. Operators: `GET /readyz` names the part that fails.',
  },
  revision_conflict: {
    example: `PUT /v1/documents/${ID}/file with the revision 3, while another user has saved the fourth.`,
    detail: 'The file was saved by another user meanwhile; read the document again and save with its revision.',
    repair: 'Read it again, bring both changes together, and save with the new `revision`.',
  },
  document_not_ready: {
    example: `POST /v1/documents/${ID}/versions while the document is made.`,
    detail: `The document ${ID} is not finished yet; wait until it is.`,
    repair: 'Wait until its status is `ready`, `ready_with_warnings` or `needs_review`.',
  },
  method_not_allowed: {
    example: 'PATCH /v1/documents',
    detail: 'PATCH does not work here; GET, HEAD, POST do.',
    repair: 'Use one of the methods that the header `Allow` names.',
  },
  unsupported_media_type: {
    example: 'POST /v1/documents\nContent-Type: text/plain\n\n# Hello',
    detail: 'Send the body as Content-Type: application/json.',
    repair:
      'Send JSON with `Content-Type: application/json`; Markdown goes into `content.markdown`. Files can be sent as `multipart/form-data` to `POST /v1/files` and `POST /v1/extract`.',
  },
  payload_too_large: {
    example: 'POST /v1/documents with a body of 120 MB.',
    detail: 'The body is larger than this deployment takes; upload large files with POST /files and refer to them by id.',
    repair: 'Upload files with `POST /v1/files` and refer to them by id. Operators: `OCTAVO_BODY_LIMIT`.',
  },
} as const satisfies Partial<Record<RefusalCode, ProblemHelp>>;

/** Those of documents that were accepted and failed. */
const OF_DOCUMENTS = {
  content_empty: {
    example: 'POST /v1/documents\n\n{"format": "pdf", "content": {"markdown": "<!-- later -->"}}',
    detail: 'The content has nothing to show: it needs a heading, text, a list, a table or a picture.',
    repair: 'Send a heading, text, a list or a table. Comments and front matter alone show nothing.',
  },
  docx_invalid: {
    example: 'POST /v1/documents\n\n{"operation": "review", "file": "file_…"} of a .docx that was cut while it was copied.',
    detail: `The Word file cannot be opened: The file holds XML that is not well-formed (1:842: unexpected close tag.). ${SAVE_AGAIN}`,
    repair: 'Open it in Word, save it again, and send that.',
  },
  file_not_found: {
    example: 'Deleting a file that a queued document is made from.',
    detail: 'The file file_01KAHQ3V9M7B1QK8YV2T4C6D8E was deleted before it was processed.',
    repair: 'Upload it again and repeat the request; delete files once the document has finished.',
  },
  document_too_long: {
    example: 'POST /v1/documents\n\n{"operation": "review", "file": "file_…"} of 80 pages.',
    detail: 'The file has 80 pages; up to 50 can be reviewed or edited: divide it, or send the part that matters.',
    repair: 'Divide the file. Typed edits with `"render": false` and `POST /v1/extract` take longer ones.',
  },
  format_unclear: {
    example: 'POST /v1/documents\n\n{"prompt": "Something about our sales"}',
    detail:
      'The prompt does not say which kind of file is wanted; send format, or name it: a Word document, a presentation, a spreadsheet, a PDF.',
    repair: 'Send `format`: `docx`, `pptx`, `xlsx`, `pdf` or `artifact`; or name the kind in the prompt.',
  },
  edit_not_understood: {
    example: 'POST /v1/documents\n\n{"operation": "edit", "file": "file_…", "prompt": "make it nicer somehow"}',
    detail: 'The request could not be turned into concrete changes; say which words, paragraphs, slides or cells are to become what.',
    repair: 'Say what changes where: "replace ten days by thirty days in clause 4". Or send typed operations to `POST /v1/edits`.',
  },
  edit_not_applied: {
    example:
      'POST /v1/edits\n\n{"file": "file_…", "operations": [{"op": "replace_text", "find": "words that are not there", "replace": "others"}]}',
    detail: 'None of the changes could be made; the report says why.',
    repair:
      "Read `edits` of the report: each operation has the reason and the addresses that may have been meant. `GET /v1/documents/{id}/content` gives the file's addresses.",
  },
  source_unreadable: {
    example: 'A PDF in `sources` that is damaged.',
    detail: `The PDF cannot be read: it is damaged. ${SAVE_AGAIN}`,
    repair: 'Open and save the file again, or send its text in the prompt. `POST /v1/extract` tells what can be read of it.',
  },
  generation_blocked: {
    example: "A prompt that the model's provider does not allow.",
    detail: 'The model declined to write this document; change the prompt and send it again.',
    repair: 'Change the prompt or the sources; or write the text yourself and send `content.markdown`.',
  },
  page_too_large: {
    example: 'An artifact with ten photographs, whose page comes to 4 MB.',
    detail:
      'The page has 3904 KB, 3880 KB of them pictures; at most 900 KB are possible. Leave pictures out or make them smaller, or divide the content.',
    repair: 'Send smaller pictures, or fewer.',
  },
  processing_failed: {
    example: 'A document whose making has ended its process three times, or whose model could not be reached.',
    detail: 'The document could not be made after several attempts. Send it again; if it keeps failing, report its id.',
    repair: 'Where `error.retryable` is true, send it again. Else report the id of the document; nothing was charged.',
  },
} as const satisfies Partial<Record<RefusalCode, ProblemHelp>>;

/** Every code has its help; a new one does not compile without. */
export const PROBLEM_HELP: Readonly<Record<RefusalCode, ProblemHelp>> = { ...OF_CALLS, ...OF_DOCUMENTS };
