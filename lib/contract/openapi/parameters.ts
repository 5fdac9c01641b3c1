import { issuerConfigurationIds } from '@/lib/core/issuers'
import type { JsonObject } from '@/lib/core/json'
import type { ContractEntry } from '../contract-entry'
import type { Parameter } from './document'

const uuid: JsonObject = { type: 'string', format: 'uuid' }

const variables: Readonly<Record<string, { readonly description: string; readonly schema: JsonObject }>> = {
  issuerConfigurationId: {
    description: 'Id of an issuer configuration, as listed by GET /issuers',
    schema: { type: 'string', enum: [...issuerConfigurationIds] },
  },
  sessionId: { description: 'Id of a session', schema: uuid },
  credentialOfferId: { description: 'Id of a credential offer, other than that of its session', schema: uuid },
}

/** The variables of the path, then the header fields that the endpoint reads. */
export function parametersOf({ path, requestHeaders = {} }: ContractEntry): Parameter[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  return [
    ...names.map((name): Parameter => {
      const { description, schema } = variables[name] ?? { description: name, schema: { type: 'string' } }
      return { name, in: 'path', required: true, description, schema }
    }),
    ...Object.entries(requestHeaders).map(
      ([name, { description, required }]): Parameter => ({
        name,
        in: 'header',
        required,
        description,
        schema: { type: 'string' },
      }),
    ),
  ]
}
