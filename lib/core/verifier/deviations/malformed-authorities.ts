import type { Json, JsonObject } from '../../ground/values/json'
import { inEach, malformed, type QueryChange } from './query-changes'
import type { VerifierDeviation } from './verifier-deviation'

/** Changes every credential query: if only one had an unknown authority, a wallet might answer another one. */
const authorities = (value: Json): QueryChange => inEach((one) => ({ ...one, trusted_authorities: value }))

const authority = (entry: JsonObject): QueryChange => authorities([entry])

const keyIdentifier = 'XiBQ9AmZZvKPw-iswbSx3l6zuTI'

/**
 * Such a query may also count as well-formed; then no credential has that authority. Both reasons to refuse are right.
 */
const nothingMatches = ['access_denied', 'invalid_request'] as const

/**
 * Matching a trusted authority is a SHOULD, so a wallet that ignores an unknown kind violates no MUST.
 * OID4VP-1FINAL-6.1
 */
const passedOver = { advisory: true } as const

/** The trusted authorities of a credential query are malformed. OID4VP-1FINAL-6.1.1 */
export const malformedAuthorityDeviations: readonly VerifierDeviation[] = [
  malformed('ta_empty', '6.1', 'The trusted_authorities are an empty array.', authorities([])),
  malformed(
    'ta_not_array',
    '6.1',
    'The trusted_authorities are an object.',
    authorities({ type: 'aki', values: [keyIdentifier] }),
  ),
  {
    ...malformed(
      'ta_undefined_object',
      '6.1.1',
      'A trusted authority has only members that are not defined.',
      authority({ undefined_type: 'undefined' }),
    ),
    ...passedOver,
  },
  {
    ...malformed(
      'ta_type_unknown',
      '6.1.1',
      'The type of a trusted authority is not defined, so no credential matches it.',
      authority({ type: 'undefined_type', values: [keyIdentifier] }),
      nothingMatches,
    ),
    ...passedOver,
  },
  malformed('ta_type_missing', '6.1.1', 'A trusted authority has no type.', authority({ values: [keyIdentifier] })),
  malformed(
    'ta_type_not_string',
    '6.1.1',
    'The type of a trusted authority is a number.',
    authority({ type: 1, values: [keyIdentifier] }),
  ),
  malformed('ta_values_missing', '6.1.1', 'A trusted authority has no values.', authority({ type: 'aki' })),
  malformed(
    'ta_values_not_array',
    '6.1.1',
    'The values of a trusted authority are a string.',
    authority({ type: 'aki', values: keyIdentifier }),
  ),
  malformed(
    'ta_value_not_string',
    '6.1.1',
    'A value of a trusted authority is a number.',
    authority({ type: 'aki', values: [1] }),
  ),
  malformed(
    'ta_value_empty',
    '6.1.1.1',
    'A value of a trusted authority is empty.',
    authority({ type: 'aki', values: [''] }),
    nothingMatches,
  ),
]
