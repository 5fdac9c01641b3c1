import type { Outcome } from '../../engine/checks/check'
import { redactedWords } from '../../shared/mutations/differences'
import type { CheckId } from '../../shared/ports/check-id'
import { isObject } from '../../shared/values/json'
import { rendered } from '../../shared/values/wording'
import { type Happened, isEmpty, isOtherOffer, onlyWritten, type Rule, textsIn, written } from './change-at-place'
import { rulesOfRequiredEncryption } from './explained-encryption'
import { rulesOfEndpoints, rulesOfResponses } from './explained-endpoints'
import { rulesOfClients, rulesOfKinds } from './explained-grants'
import { rulesOfOffers } from './explained-offers'
import { rulesOfProofKinds, rulesOfProofs } from './explained-proofs'

/** A value that was written stands in the place, or nothing that could be repeated. */
const repeated: Rule = ({ seen }, happened) => isEmpty(happened) || seen.some((one) => written(happened).includes(one))

/** An address that was written; one that no document has is guessed. */
const address: Rule = ({ seen }, happened) =>
  happened.did === 'changed' &&
  written(happened).some((value) => seen.includes(value) || (URL.canParse(value) && seen.includes(pathOf(value))))

const pathOf = (value: string): string => new URL(value).pathname

/** The issuer in place of its server, where no server is left, or where a change named the issuer itself. */
const addressOfServer: Rule = (broken, happened) =>
  broken.reason === 'other_server' || broken.reason === 'looked_up'
    ? happened.member === 'authorization_servers' &&
      (isEmpty(happened) ||
        written(happened).some((value) => URL.canParse(value) && broken.seen.some((seen) => isAt(seen, pathOf(value)))))
    : address(broken, happened)

/** Whether a path is of an issuer: its metadata, or an address below it. */
const isAt = (path: string, issuer: string): boolean =>
  issuer !== '/' && (path.endsWith(issuer) || path.startsWith(`${issuer}/`))

/** Values of scope parameters: a text may hold several. RFC6749-3.3 */
const scopesIn = (texts: readonly string[]): string[] => texts.flatMap((text) => text.split(' '))

/** Only scopes that a change wrote. */
const onlyWrittenScopes = (seen: readonly string[], happened: Happened): boolean =>
  seen.length > 0 && seen.every((one) => scopesIn(written(happened)).includes(one))

/** Names of the configurations that a change put into the metadata. */
const addedConfigurations = ({ differences }: Happened): string[] =>
  differences.flatMap(({ target, pointer, is }) => {
    const [, member, name] = pointer.split('/')
    if (target !== 'issuer_metadata' || member !== 'credential_configurations_supported' || is === undefined) return []
    return name === undefined ? Object.keys(isObject(is) ? is : {}) : [name.replaceAll('~1', '/').replaceAll('~0', '~')]
  })

/** No scope, where none is left to send. An optional list that is missing hides no scope. */
const scopePresent: Rule = (_, happened) =>
  happened.member === 'scopes_supported' ? happened.did === 'changed' : isEmpty(happened)

/** A scope that was written, or that of a configuration that was offered in another one's place. */
const scopeFromMetadata: Rule = ({ reason, seen }, happened) =>
  onlyWrittenScopes(seen, happened) ||
  ((happened.member === 'credential_configuration_ids' || isOtherOffer(happened)) && reason === 'other_configuration')

/** More scopes, where they were written, or more configurations offered. */
const scopeMinimal: Rule = ({ seen }, happened) =>
  onlyWrittenScopes(seen, happened) ||
  isOtherOffer(happened) ||
  (happened.member === 'credential_configuration_ids' && written(happened).length > 1)

/** A configuration that a change named. What no document names is guessed. */
const configurationKnown: Rule = ({ reason, seen }, happened) =>
  reason === 'not_listed' && seen.some((one) => [...written(happened), ...addedConfigurations(happened)].includes(one))

const isInKeys = ({ touched }: Happened): boolean =>
  touched.some(({ pointer, is }) => pointer.includes('/jwks') || (isObject(is) && Object.hasOwn(is, 'jwks')))

/** Whether the changed keys name none of theirs. */
const leavesNoKid = (happened: Happened): boolean =>
  isInKeys(happened) &&
  happened.touched.every(({ pointer, is }) =>
    pointer.endsWith('/kid') ? typeof is !== 'string' : !JSON.stringify(is ?? null).includes('"kid":"'),
  )

/** Parameters that were written; encryption that a change began to offer. */
const requestParams: Rule = ({ reason, seen }, happened) =>
  happened.did === 'changed' && (reason === 'none_offered' || seen.some((one) => written(happened).includes(one)))

const requestKid: Rule = ({ reason, seen }, happened) =>
  happened.did === 'changed' && (reason === 'absent' ? leavesNoKid(happened) : onlyWritten(seen, happened))

/** A request for another key than ours. What is no encrypted request at all follows from no key. */
const requestDecrypts: Rule = ({ reason }, happened) =>
  happened.did === 'changed' && reason === 'not_decrypted' && isInKeys(happened)

const responseParams: Rule = ({ reason, seen }, happened) =>
  happened.did === 'changed' &&
  (reason === 'none_offered' ||
    (reason === 'other_enc' && seen.some((one) => written(happened).includes(one))) ||
    (reason === 'zip' && JSON.stringify(happened.touched).includes('zip_values_supported')))

/** No PKCE, where the metadata names no method of it. RFC8414-2 */
const noPkce: Rule = (_, happened) => isEmpty(happened)

/** A method that was written, where a request without one means `plain`. RFC7636-4.3 */
const challengeMethod: Rule = ({ seen: [method = 'plain'] }, happened) =>
  isEmpty(happened) || written(happened).includes(method)

/** What of a change explains a violation, by check, told by what was written. */
const rulesOfValues: Readonly<Partial<Record<CheckId, Rule>>> = {
  'vci.proof.jwt.alg': repeated,
  'vci.key_attestation.alg': repeated,
  'vci.private_key_jwt.alg': repeated,
  'vci.wallet_attestation.alg': repeated,
  'vci.wallet_attestation.pop_alg': repeated,
  'vci.dpop.alg': repeated,
  'vci.metadata.endpoints_from_metadata': addressOfServer,
  'vci.par.scope_present': scopePresent,
  'vci.par.scope_from_metadata': scopeFromMetadata,
  'vci.par.scope_minimal': scopeMinimal,
  'vci.credential.configuration_known': configurationKnown,
  'vci.credential.configuration_as_offered': repeated,
  'vci.encryption.request_params': requestParams,
  'vci.encryption.request_kid': requestKid,
  'vci.encryption.request_decrypts': requestDecrypts,
  'vci.encryption.response_params': responseParams,
  'vci.pkce.challenge_present': noPkce,
  'vci.pkce.verifier_present': noPkce,
  'vci.pkce.code_challenge_s256': challengeMethod,
  ...rulesOfClients,
  ...rulesOfEndpoints,
  ...rulesOfRequiredEncryption,
  ...rulesOfProofs,
}

const rulesToldByKinds: Readonly<Partial<Record<CheckId, Rule>>> = {
  ...rulesOfKinds,
  ...rulesOfOffers,
  ...rulesOfProofKinds,
  ...rulesOfResponses,
}

/**
 * Whether a violation follows from what changes did to a place. A wallet is excused for what they wrote there, or for
 * what it no longer finds, and for nothing else.
 */
export function isExplained(id: CheckId, outcome: Outcome, happened: Happened): boolean {
  if (outcome.result !== 'violated' && outcome.result !== 'tolerated') return true
  const [expected = null, actual = null] = [outcome.expected, outcome.actual].map((said) =>
    said === undefined ? null : rendered(said),
  )
  const broken = { reason: outcome.reason, expected, actual, seen: textsIn(actual) }
  const ofKinds = rulesToldByKinds[id]
  if (ofKinds !== undefined) return ofKinds(broken, happened)
  // What was written is a secret, of which the record has the length alone.
  if (happened.touched.some(({ is }) => redactedWords(is) !== null)) return true
  return rulesOfValues[id]?.(broken, happened) ?? false
}

/** Whether what a change explains of the violations of a check is settled. */
export const hasRule = (id: CheckId): boolean => rulesToldByKinds[id] !== undefined || rulesOfValues[id] !== undefined
