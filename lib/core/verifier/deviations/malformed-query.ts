import type { Json, JsonObject } from '../../ground/values/json'
import { credentialsOf, inFirst, inFirstId, inQuery, malformed, type QueryChange, without } from './query-changes'
import type { VerifierDeviation } from './verifier-deviation'

const member = (name: string, value: Json): QueryChange => inFirst((one) => ({ ...one, [name]: value }))

/** Adds a single credential set to the query. */
const inSet = (members: JsonObject): QueryChange => inQuery((query) => ({ ...query, credential_sets: [members] }))

/** A member of the query, of a credential query or of a credential set is malformed. OID4VP-1FINAL-6 */
export const malformedQueryDeviations: readonly VerifierDeviation[] = [
  malformed(
    'credentials_missing',
    '6',
    'The query has no credentials.',
    inQuery((query) => without(query, 'credentials', 'credential_sets')),
  ),
  malformed(
    'credentials_not_array',
    '6',
    'The credentials of the query are an object.',
    inQuery((query) => ({ ...without(query, 'credential_sets'), credentials: credentialsOf(query)[0] ?? {} })),
  ),
  malformed(
    'credential_sets_empty',
    '6',
    'The credential_sets are an empty array.',
    inQuery((query) => ({ ...query, credential_sets: [] })),
  ),
  malformed(
    'id_missing',
    '6.1',
    'A credential query has no id.',
    inFirstId((one) => without(one, 'id')),
  ),
  malformed(
    'id_not_string',
    '6.1',
    'The id of a credential query is a number.',
    inFirstId((one) => ({ ...one, id: 1 })),
  ),
  malformed(
    'id_empty',
    '6.1',
    'The id of a credential query is empty.',
    inFirstId((one) => ({ ...one, id: '' })),
  ),
  malformed(
    'id_charset',
    '6.1',
    'The id of a credential query has a space in it.',
    inFirstId((one) => ({ ...one, id: `${String(one.id)} 1` })),
  ),
  malformed(
    'id_duplicate',
    '6.1',
    'Two credential queries have the same id.',
    inQuery((query) => ({ ...query, credentials: [...credentialsOf(query).slice(0, 1), ...credentialsOf(query)] })),
  ),
  malformed(
    'format_missing',
    '6.1',
    'A credential query names no format.',
    inFirst((one) => without(one, 'format')),
  ),
  malformed('multiple_not_boolean', '6.1', 'The member multiple is a string.', member('multiple', 'true')),
  malformed(
    'meta_missing',
    '6.1',
    'A credential query has no meta.',
    inFirst((one) => without(one, 'meta')),
  ),
  malformed(
    'meta_wrong_format',
    '6.1',
    'The meta of a credential query is that of another format.',
    inFirst((one) => ({
      ...one,
      meta:
        one.format === 'mso_mdoc' ? { vct_values: ['urn:eudi:pid:1'] } : { doctype_value: 'eu.europa.ec.eudi.pid.1' },
    })),
  ),
  malformed(
    'binding_not_boolean',
    '6.1',
    'The member require_cryptographic_holder_binding is a string.',
    member('require_cryptographic_holder_binding', 'true'),
  ),
  malformed('options_missing', '6.2', 'A credential set has no options.', inSet({})),
  malformed('options_empty', '6.2', 'The options of a credential set are an empty array.', inSet({ options: [] })),
  malformed('options_not_array', '6.2', 'The options of a credential set are a string.', inSet({ options: 'pid' })),
  malformed(
    'options_unknown_id',
    '6.2',
    'An option of a credential set names no credential query.',
    inSet({ options: [['wallet_capture_unknown']] }),
  ),
]
