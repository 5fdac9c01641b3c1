import { z } from 'zod'
import { issuerConfigurationIds } from '@/lib/core/issuer/configurations'
import type { JsonObject } from '@/lib/core/shared/values/json'
import type { ContractEntry, InterfaceSettings } from '../contract-entry'
import type { Parameter } from './document'

const uuid: JsonObject = { type: 'string', format: 'uuid' }

const variables: Readonly<Record<string, { readonly description: string; readonly schema: JsonObject }>> = {
  issuerConfigurationId: {
    description: 'Id of an issuer configuration, as listed by GET /issuers',
    schema: { type: 'string', enum: [...issuerConfigurationIds] },
  },
  labId: {
    description: 'Id of a laboratory, as returned when its session was created',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{22}$' },
  },
  doorId: {
    description: 'Id of the address of a workbench for wallets',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{22,43}$' },
  },
  typeNumber: {
    description: 'Number of the type in laboratory.credentials, from one',
    schema: { type: 'string', pattern: '^[1-8]$' },
  },
  sessionId: { description: 'Id of a session', schema: uuid },
  collection: { description: 'Name of a public collection', schema: { type: 'string' } },
  record_id: { description: 'Id of a record', schema: { type: 'string' } },
  namespace: {
    description: 'Temporal namespace of an organisation',
    schema: { type: 'string', pattern: '^[a-z0-9](-?[a-z0-9])*$', maxLength: 200 },
  },
  workflow_id: { description: 'Id of a workflow', schema: { type: 'string' } },
  run_id: { description: 'Id of a run of that workflow', schema: { type: 'string' } },
  schedule_id: {
    description: 'Id of a schedule, as returned when it was started',
    schema: { type: 'string', pattern: '^[^\\u0000-\\u001f\\u007f]*$', maxLength: 200 },
  },
  credentialOfferId: { description: 'Id of a credential offer, other than that of its session', schema: uuid },
}

/**
 * The variables of the path, then the query parameters and the header fields that the endpoint reads. `settings` decide
 * what is required where an installation may choose.
 */
export function parametersOf(
  { path, query = {}, requestHeaders = {} }: ContractEntry,
  settings: InterfaceSettings,
): Parameter[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  return [
    ...names.map((name): Parameter => {
      const { description, schema } = variables[name] ?? { description: name, schema: { type: 'string' } }
      return { name, in: 'path', required: true, description, schema }
    }),
    ...listed(query, 'query', settings),
    ...listed(requestHeaders, 'header', settings),
  ]
}

const listed = (
  entries: NonNullable<ContractEntry['query']>,
  place: 'query' | 'header',
  settings: InterfaceSettings,
): Parameter[] =>
  Object.entries(entries).map(([name, { description, required, schema, extension }]) => ({
    name,
    in: place,
    required: typeof required === 'boolean' ? required : settings[required],
    description,
    schema: schema === undefined ? { type: 'string' } : schemaOf(schema),
    ...(extension === undefined ? {} : { 'x-extension': extension }),
  }))

function schemaOf(schema: z.ZodType): JsonObject {
  const { $schema: _, ...own } = z.toJSONSchema(schema)
  return JSON.parse(JSON.stringify(own))
}
