import { isObject, type Json, type JsonObject } from '../../ground/values/json'
import { inFirst, malformed, type QueryChange, without } from './query-changes'
import type { VerifierDeviation } from './verifier-deviation'

/** A path to a claim of the PID whose name is the same in both formats. */
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

/** Asks for an mdoc element with this path, which would be well-formed in another format. */
const mdocPath = (...path: Json[]): QueryChange =>
  inFirst((one) => ({
    ...without(one, 'claim_sets'),
    ...(one.format === 'mso_mdoc' ? {} : pidAsMdoc),
    claims: [{ path }],
  }))

/** The claims, claim sets or paths of a credential query are malformed. OID4VP-1FINAL-6.3, OID4VP-1FINAL-7 */
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
