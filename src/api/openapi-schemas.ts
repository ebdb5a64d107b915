/** The schemas of the contract as components of the OpenAPI document: each has one name, and is referred to by it. */
import { z } from 'zod';
import { findingCodeSchema, findingLocationSchema, findingSchema } from '../base/finding.ts';
import {
  artifactRecordSchema,
  artifactValueSchema,
  collectionDeletedSchema,
  recordDeletedSchema,
  recordListSchema,
  recordRequestSchema,
  recordUpdateSchema,
} from '../contract/artifact.ts';
import {
  collectionListSchema,
  costSchema,
  documentErrorSchema,
  documentListSchema,
  documentResultSchema,
  documentSchema,
  dryRunSchema,
  storedRequestSchema,
  findingCountsSchema,
  outputListSchema,
  outputSchema,
  qualitySchema,
  repairCountsSchema,
  routeSchema,
} from '../contract/document.ts';
import { documentRequestSchema } from '../contract/document-request.ts';
import * as dashboardSchemas from '../contract/dashboard.ts';
import { brandSchema } from '../contract/brand.ts';
import { comparisonSchema, diffSchema, editPreviewSchema, editResultSchema, integritySchema } from '../contract/edit.ts';
import {
  fillAcceptedSchema,
  fillBatchSchema,
  fillDryRunSchema,
  fillFaultSchema,
  fillRequestSchema,
  jsonValueSchema,
} from '../contract/fill.ts';
import { EVENT_TYPES, eventDataSchemas, eventSchemaOf } from '../contract/event.ts';
import {
  dataReferenceSchema,
  documentIdReferenceSchema,
  fileIdSchema,
  fileReferenceSchema,
  urlReferenceSchema,
} from '../contract/file-reference.ts';
import {
  contentSchema,
  deletedFileSchema,
  extractionSchema,
  extractRequestSchema,
  fileListSchema,
  fileRequestSchema,
  fileSchema,
  queuedExtractionSchema,
  uploadFormSchema,
} from '../contract/file.ts';
import {
  balancePatchSchema,
  balanceSchema,
  statementDocumentRequestSchema,
  statementLineSchema,
  statementSchema,
  topUpRequestSchema,
  topUpSchema,
  usageRowSchema,
  usageSchema,
} from '../contract/money.ts';
import { problemSchema } from '../contract/problem.ts';
import { designSchema, repairRecordSchema, reportSchema, requirementSchema, sourceUseSchema } from '../contract/report.ts';
import { saveFormSchema, saveRequestSchema, versionRequestSchema } from '../contract/version.ts';
import {
  ACCOUNT_EVENTS,
  accountEventDataSchemas,
  accountEventSchemaOf,
  deletedWebhookSchema,
  deliveryAttemptSchema,
  deliveryDetailSchema,
  deliveryListSchema,
  deliverySchema,
  webhookListSchema,
  webhookPatchSchema,
  webhookRequestSchema,
  webhookSchema,
  webhookSecretSchema,
} from '../contract/webhook.ts';
import { blockSchema } from '../document/block.ts';
import { canvasNodeSchema } from '../document/canvas.ts';
import { styleSchema } from '../document/style.ts';
import { ALL_EDITS, operationsShown } from '../edits/all-edits.ts';
import { compareRequestSchema } from './compare-request.ts';
import { editOperationSchema } from '../edits/edit-operation.ts';
import { queryTargetSchema } from '../edits/resolve-targets.ts';
import { editsRequestSchema } from './edits-request.ts';
import { withFieldMeanings } from './operation-fields.ts';

export type Json = Record<string, unknown>;

/** `edit.operation_applied` → `EditOperationApplied`. */
const pascal = (name: string): string => name.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Name of the component that describes a type of event: `document.ready` → `DocumentReadyEvent`. */
export const nameOfEvent = (type: string): string => `${pascal(type)}Event`;

const eventSchemas = EVENT_TYPES.map((type) => [nameOfEvent(type), eventSchemaOf(type)] as const);
/** Places of an operation are addresses or queries. */
function withQueries(operation: Json): Json {
  const properties = operation['properties'] as Record<string, Json>;
  const either = Object.entries(properties).map(([name, schema]) => {
    const { description, ...rest } = schema;
    const isPlace = (name === 'target' || name === 'to') && rest['type'] === 'string';
    return [name, isPlace ? { description, anyOf: [rest, refTo('QueryTarget')] } : schema] as const;
  });
  return { ...operation, properties: Object.fromEntries(either) };
}

/** Each operation by its format: the same name takes other fields in another format. */
const operationSchemas = Object.entries(ALL_EDITS).flatMap(([format, edits]) =>
  edits.map((edit) => [`${pascal(format)}${pascal(edit.op)}`, edit.schema, operationsShown(edit), format !== 'page'] as const),
);

const NAMED: readonly (readonly [name: string, schema: z.ZodType])[] = [
  ...Object.entries({
    Document: documentSchema,
    DocumentList: documentListSchema,
    DocumentRequest: documentRequestSchema,
    DocumentResult: documentResultSchema,
    DocumentError: documentErrorSchema,
    DryRun: dryRunSchema,
    StoredRequest: storedRequestSchema,
    Output: outputSchema,
    OutputList: outputListSchema,
    CollectionList: collectionListSchema,
    RecordList: recordListSchema,
    Record: artifactRecordSchema,
    RecordValue: artifactValueSchema,
    RecordRequest: recordRequestSchema,
    RecordUpdate: recordUpdateSchema,
    DeletedRecord: recordDeletedSchema,
    DeletedCollection: collectionDeletedSchema,
    Route: routeSchema,
    Quality: qualitySchema,
    Cost: costSchema,
    FindingCounts: findingCountsSchema,
    RepairCounts: repairCountsSchema,
    File: fileSchema,
    FileList: fileListSchema,
    FileRequest: fileRequestSchema,
    FileUpload: uploadFormSchema,
    DeletedFile: deletedFileSchema,
    FileReference: fileReferenceSchema,
    FileIdReference: fileIdSchema,
    DocumentIdReference: documentIdReferenceSchema,
    UrlReference: urlReferenceSchema,
    DataReference: dataReferenceSchema,
    ExtractRequest: extractRequestSchema,
    Extraction: extractionSchema,
    QueuedExtraction: queuedExtractionSchema,
    Content: contentSchema,
    EditsRequest: editsRequestSchema,
    EditOperation: editOperationSchema,
    QueryTarget: queryTargetSchema,
    EditResult: editResultSchema,
    EditPreview: editPreviewSchema,
    CompareRequest: compareRequestSchema,
    Comparison: comparisonSchema,
    JsonValue: jsonValueSchema,
    FillRequest: fillRequestSchema,
    FillDryRun: fillDryRunSchema,
    FillFault: fillFaultSchema,
    FillBatch: fillBatchSchema,
    FillAccepted: fillAcceptedSchema,
    Integrity: integritySchema,
    Diff: diffSchema,
    VersionRequest: versionRequestSchema,
    SaveRequest: saveRequestSchema,
    SaveUpload: saveFormSchema,
    Report: reportSchema,
    Finding: findingSchema,
    FindingCode: findingCodeSchema,
    FindingLocation: findingLocationSchema,
    Repair: repairRecordSchema,
    Requirement: requirementSchema,
    Design: designSchema,
    SourceUse: sourceUseSchema,
    Problem: problemSchema,
    Style: styleSchema,
    Block: blockSchema,
    CanvasNode: canvasNodeSchema,
    Brand: brandSchema,
    Usage: usageSchema,
    UsageRow: usageRowSchema,
    Balance: balanceSchema,
    BalancePatch: balancePatchSchema,
    Statement: statementSchema,
    StatementLine: statementLineSchema,
    StatementDocumentRequest: statementDocumentRequestSchema,
    TopUpRequest: topUpRequestSchema,
    TopUp: topUpSchema,
    WebhookRequest: webhookRequestSchema,
    WebhookPatch: webhookPatchSchema,
    WebhookEndpoint: webhookSchema,
    WebhookEndpointWithSecret: webhookSecretSchema,
    WebhookEndpointList: webhookListSchema,
    DeletedWebhookEndpoint: deletedWebhookSchema,
    WebhookDelivery: deliverySchema,
    WebhookDeliveryDetail: deliveryDetailSchema,
    WebhookAttempt: deliveryAttemptSchema,
    WebhookDeliveryList: deliveryListSchema,
  }),
  // `apiKeySchema` → `ApiKey`
  ...Object.entries(dashboardSchemas).map(([name, schema]) => [pascal(name.replace(/Schema$/, '')), schema] as const),
  ...eventSchemas,
  ...EVENT_TYPES.map((type) => [`${pascal(type)}Data`, eventDataSchemas[type]] as const),
  ...ACCOUNT_EVENTS.map((type) => [nameOfEvent(type), accountEventSchemaOf(type)] as const),
  ...ACCOUNT_EVENTS.map((type) => [`${pascal(type)}Data`, accountEventDataSchemas[type]] as const),
  ...operationSchemas.map(([name, schema]) => [name, schema] as const),
];

const NAMES: ReadonlyMap<z.ZodType, string> = new Map(NAMED.map(([name, schema]) => [schema, name]));

const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** @throws Error for a schema that has no name: give it one in `NAMED` */
export function refToSchema(schema: z.ZodType): Json {
  const name = NAMES.get(schema);
  if (name === undefined) throw new Error('a schema of an endpoint has no name in the OpenAPI document');
  return refTo(name);
}

/** One registry for all, so that the same schema becomes one component and references to it. */
export function writeComponents(): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of NAMED) registry.add(schema, { id });
  // What clients may send is the input side; for answers both sides are the same, and further fields may come.
  const { schemas } = z.toJSONSchema(registry, {
    target: 'draft-2020-12',
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: 'any',
    // No format of JSON Schema; the pattern beside it says the same.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === 'starts_with') delete jsonSchema.format;
      // Nothing follows the items of a tuple, as `maxItems` says; generators want a schema here all the same.
      if (jsonSchema.items === false) jsonSchema.items = jsonSchema.prefixItems?.[0] ?? {};
    },
  });
  const components: Json = {};
  for (const [id, { $schema: _, $id: __, ...rest }] of Object.entries(schemas)) components[id] = rest;
  for (const [name, , examples, takesQueries] of operationSchemas)
    components[name] = {
      ...withFieldMeanings(takesQueries ? withQueries(components[name] as Json) : (components[name] as Json)),
      ...(examples.length === 0 ? {} : { examples }),
    };
  const { description } = editOperationSchema;
  return {
    ...components,
    DocumentResult: {
      oneOf: [refTo('Document'), refTo('DryRun')],
      discriminator: { propertyName: 'object', mapping: { document: refTo('Document')['$ref'], dry_run: refTo('DryRun')['$ref'] } },
    },
    Event: {
      description: 'Ignore an event of a type that is not here: more may come.',
      oneOf: eventSchemas.map(([name]) => refTo(name)),
      discriminator: {
        propertyName: 'type',
        mapping: Object.fromEntries(EVENT_TYPES.map((type) => [type, `#/components/schemas/${pascal(type)}Event`])),
      },
    },
    EditOperation: {
      description: description ?? 'One operation; which there are depends on the format of the file (docs/editing.md).',
      anyOf: operationSchemas.map(([name]) => refTo(name)),
    },
  };
}
