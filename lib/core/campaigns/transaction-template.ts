import { z } from 'zod'
import { ProtocolError } from '../shared/ports/errors'
import type { TransactionTemplate } from '../shared/ports/store-types'
import type { JsonObject } from '../shared/values/json'
import { jsonBytes } from '../shared/values/json-bytes'
import { readTransactionData } from '../verifier/read/request/read-transaction-data'
import { changesEntry, fieldNameMax } from '../verifier/read/session/transaction-options'

/** Maximum size of a template, in bytes of compact JSON. */
export const templateBytesMax = 4096

/** The member `transaction_template` of a campaign. */
export const zTransactionTemplate = z
  .strictObject({
    data: z.looseObject({ type: z.string().min(1) }).meta({
      description: 'An entry of transaction_data without credential_ids.',
    }),
    required_field: z.string().min(1).max(fieldNameMax).optional().meta({
      description: 'A member of data that its type requires, and that is no array.',
    }),
    out_of_range: z.looseObject({}).optional().meta({
      description: 'Members of data with values that its type does not allow.',
    }),
  })
  .meta({ id: 'TransactionTemplate' })

/** Members that say what an entry is, and for which credentials. */
const ofEveryEntry = ['type', 'credential_ids']

/** Reads the template of a campaign. Throws `invalid_request` with a pointer to the error. OID4VP-1FINAL-5.1 */
export function readTemplate(asked: z.infer<typeof zTransactionTemplate>): TransactionTemplate {
  const {
    data,
    required_field: field,
    out_of_range: range,
  } = asked as {
    readonly data: JsonObject
    readonly required_field?: string
    readonly out_of_range?: JsonObject
  }
  if (jsonBytes(asked) > templateBytesMax) throw wrong('', `must have at most ${templateBytesMax} bytes`)
  if (Object.hasOwn(data, 'credential_ids'))
    throw wrong('/data/credential_ids', 'must be left out: each session names its own')
  for (const { pointer, message } of readTransactionData({ ...data, credential_ids: ['pid'] }, null).problems)
    throw wrong(`/data${pointer}`, `is wrong: ${message.replace(/\.$/, '')}`)
  if (
    field !== undefined &&
    (!Object.hasOwn(data, field) || Array.isArray(data[field]) || ofEveryEntry.includes(field))
  )
    throw wrong('/required_field', 'must name a member of data other than type, and one that is no array')
  const changed = range === undefined ? [] : Object.keys(range)
  if (range !== undefined && changed.length === 0) throw wrong('/out_of_range', 'must have a member')
  const own = changed.find((name) => ofEveryEntry.includes(name))
  if (own !== undefined) throw wrong(`/out_of_range/${own}`, 'must be left out')
  if (range !== undefined && !changesEntry(range, data)) throw wrong('/out_of_range', 'must differ from data')
  return {
    data,
    ...(field === undefined ? {} : { requiredField: field }),
    ...(range === undefined ? {} : { outOfRange: range }),
  }
}

function wrong(pointer: string, words: string): ProtocolError {
  const member = ['transaction_template', ...pointer.split('/').filter(Boolean)].join('.')
  return new ProtocolError('invalid_request', `The member ${member} ${words}.`, {
    pointer: `/transaction_template${pointer}`,
  })
}

/** A template as the API returns it. */
export const templateView = ({
  data,
  requiredField,
  outOfRange,
}: TransactionTemplate): z.infer<typeof zTransactionTemplate> => ({
  data: data as JsonObject & { type: string },
  ...(requiredField === undefined ? {} : { required_field: requiredField }),
  ...(outOfRange === undefined ? {} : { out_of_range: outOfRange }),
})
