import { isObject, type Json, type JsonObject } from '../../shared/values/json'
import {
  credentialsOf,
  inEach,
  inFirst,
  inFirstId,
  inQuery,
  malformed,
  type QueryChange,
  without,
} from './query-changes'
import type { VerifierDeviation } from './verifier-deviation'

/** Changes every credential query, because a wallet might answer one without an unknown authority. */
const authorities = (value: Json): QueryChange => inEach((one) => ({ ...one, trusted_authorities: value }))

const authority = (entry: JsonObject): QueryChange => authorities([entry])

const keyIdentifier = 'XiBQ9AmZZvKPw-iswbSx3l6zuTI'

/**
 * The query may also count as well-formed, in which case no credential has that authority. Both are valid reasons to
 * refuse.
 */
const nothingMatches = ['access_denied', 'invalid_request'] as const

/** Matching a trusted authority is a SHOULD, so ignoring an unknown type violates no MUST. OID4VP-1FINAL-6.1 */
const passedOver = { advisory: true } as const

/** Malformed trusted authorities in a credential query. OID4VP-1FINAL-6.1.1 */
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

/** Path of a PID claim with the same name in both formats. */
const pathTo = (name: string, { format, meta }: JsonObject): Json[] =>
  format === 'mso_mdoc' && isObject(meta) ? [String(meta.doctype_value), name] : [name]

/** Builds the `claims` of a credential query. */
type Claims = (familyName: Json[], givenName: Json[]) => Json

const claimsOf = (credential: JsonObject, make: Claims): Json =>
  make(pathTo('family_name', credential), pathTo('given_name', credential))

/** Replaces the claims queries and drops the claim sets. */
const claims = (make: Claims): QueryChange =>
  inFirst((one) => ({ ...without(one, 'claim_sets'), claims: claimsOf(one, make) }))

/** Replaces the claims queries and the claim sets. */
const claimSets = (sets: Json, make: Claims): QueryChange =>
  inFirst((one) => ({ ...one, claims: claimsOf(one, make), claim_sets: sets }))

const pidAsMdoc = { format: 'mso_mdoc', meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' } }

/** Requests an mdoc element with a path that is well-formed in another format only. */
const mdocPath = (...path: Json[]): QueryChange =>
  inFirst((one) => ({
    ...without(one, 'claim_sets'),
    ...(one.format === 'mso_mdoc' ? {} : pidAsMdoc),
    claims: [{ path }],
  }))

/** Malformed claims, claim sets or paths in a credential query. OID4VP-1FINAL-6.3, OID4VP-1FINAL-7 */
export const malformedClaimsDeviations: readonly VerifierDeviation[] = [
  malformed(
    'claims_empty',
    '6.1',
    'The claims of a credential query are an empty array.',
    claims(() => []),
  ),
  malformed(
    'claims_not_array',
    '6.1',
    'The claims of a credential query are an object.',
    claims((path) => ({ path })),
  ),
  malformed(
    'claim_sets_empty',
    '6.1',
    'The claim_sets are an empty array.',
    claimSets([], (path) => [{ id: 'a', path }]),
  ),
  malformed(
    'claim_sets_not_array',
    '6.1',
    'The claim_sets are a string.',
    claimSets('a', (path) => [{ id: 'a', path }]),
  ),
  malformed(
    'claim_sets_without_claims',
    '6.4.1',
    'There are claim_sets without claims.',
    inFirst((one) => ({ ...without(one, 'claims'), claim_sets: [['a']] })),
  ),
  malformed(
    'claim_id_missing',
    '6.3',
    'A claim has no id, though there are claim_sets.',
    claimSets([['a']], (path, other) => [{ id: 'a', path }, { path: other }]),
  ),
  malformed(
    'claim_id_duplicate',
    '6.3',
    'Two claims have the same id.',
    claims((path, other) => [
      { id: 'a', path },
      { id: 'a', path: other },
    ]),
  ),
  malformed(
    'claim_id_empty',
    '6.3',
    'The id of a claim is empty.',
    claims((path) => [{ id: '', path }]),
  ),
  malformed(
    'claim_id_charset',
    '6.3',
    'The id of a claim has a space in it.',
    claims((path) => [{ id: 'a b', path }]),
  ),
  malformed(
    'path_missing',
    '6.3',
    'A claim has no path.',
    claims(() => [{ id: 'a' }]),
  ),
  malformed(
    'path_empty',
    '7',
    'The path of a claim is an empty array.',
    claims(() => [{ path: [] }]),
  ),
  malformed(
    'path_not_array',
    '7',
    'The path of a claim is a string.',
    claims(() => [{ path: 'family_name' }]),
  ),
  malformed(
    'path_negative',
    '7',
    'The path of a claim has a negative number in it.',
    claims(() => [{ path: ['nationalities', -1] }]),
  ),
  malformed('mdoc_path_length', '7.2', 'The path into an mdoc has one part.', mdocPath('eu.europa.ec.eudi.pid.1')),
  malformed(
    'mdoc_path_not_string',
    '7.2',
    'The path into an mdoc has a number in it.',
    mdocPath('eu.europa.ec.eudi.pid.1', 0),
  ),
]

const member = (name: string, value: Json): QueryChange => inFirst((one) => ({ ...one, [name]: value }))

/** Adds a credential set to the query. */
const inSet = (members: JsonObject): QueryChange => inQuery((query) => ({ ...query, credential_sets: [members] }))

/** A malformed member of the query, a credential query or a credential set. OID4VP-1FINAL-6 */
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
