import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { errorStatus } from '../errors'
import { evidence } from '../evidence/fixtures/sessions'
import { projectConformance } from '../evidence/project-conformance'
import { type Check, checkGroups } from './check'
import { clause } from './clauses'
import { describeCheck } from './describe-check'
import { checkById, checkRegistry } from './registry'
import { authorizeExamples } from './vci/authorize/authorize.examples'
import { clientAuthenticationExamples } from './vci/client-auth/client-auth.examples'
import { credentialExamples } from './vci/credential/credential.examples'
import { examples as dpopExamples } from './vci/dpop/dpop.examples'
import { encryptionExamples } from './vci/encryption/encryption.examples'
import { flowExamples } from './vci/flow/flow.examples'
import { examples as keyAttestationExamples } from './vci/key-attestation/key-attestation.examples'
import { addressExamples, metadataExamples } from './vci/metadata/metadata.examples'
import { examples as nonceExamples } from './vci/nonce/nonce.examples'
import { nonceEndpointExamples } from './vci/nonce-endpoint/nonce-endpoint.examples'
import { notificationExamples } from './vci/notification/notification.examples'
import { offerExamples } from './vci/offer/offer.examples'
import { parExamples } from './vci/par/par.examples'
import { examples as proofJwtExamples } from './vci/proof-jwt/proof-jwt.examples'
import { tokenExamples } from './vci/token/token.examples'

/** The catalogue as designed (issuance, section 6), written down by hand: ids are a public contract. */
const catalogue: Readonly<Record<string, string>> = {
  metadata:
    'issuer_fetched issuer_wellknown_path as_wellknown_path no_oidc_discovery method_get accept_header accept_language signed_requested as_fetched endpoints_from_metadata jwks_fetched',
  offer: 'dereferenced method_get no_fetch_by_value accept grant_respected no_credentials_in_fetch',
  dpop: 'header_present single_header wellformed claims_complete typ alg jwk_present jwk_public signature htm htu htu_exact iat_window exp_nbf jti_unique jti_entropy ath_present ath_matches ath_absent_at_as key_bound_to_token key_bound_to_code same_key_across key_fresh key_not_holder_key nonce_adopted nonce_retry nonce_role no_unsolicited_nonce scheme',
  par: 'used method_post content_type no_duplicate_params params_in_body no_request_uri no_request_object response_type_code client_id_present client_id_is_attestation_sub redirect_uri_present redirect_uri_valid redirect_uri_claimed_https scope_present scope_from_metadata scope_minimal authorization_details_not_used authorization_details_wellformed issuer_state_returned state_present state_quality unknown_params resource_absent no_secret_leak not_repeated dpop_present dpop_jkt_matches',
  pkce: 'challenge_present code_challenge_s256 challenge_wellformed challenge_fresh verifier_present verifier_wellformed verifier_matches verifier_absent_preauth',
  client_auth: 'present single_method method_advertised consistent',
  wallet_attestation:
    'headers_paired typ alg x5c signature trusted iss sub exp iat_nbf cnf_jwk sub_not_unique not_reused_across_issuers optional_claims pop_typ pop_signature pop_iss pop_aud pop_jti pop_iat pop_fresh_per_request challenge',
  private_key_jwt: 'assertion_type signature alg iss_sub aud aud_is_issuer_string exp jti iat',
  authorize:
    'only_expected_params no_request client_id_matches request_uri_known request_uri_once user_agent no_secrets redirect_followed',
  token:
    'method_post content_type no_duplicate_params params_in_body grant_type code_valid code_once redirect_uri_matches client_id_matches client_id_sent_public no_client_id_anonymous preauth_code_valid preauth_code_once tx_code_sent tx_code_correct tx_code_shape tx_code_not_expected no_foreign_params refresh_not_attempted not_repeated',
  nonce: 'endpoint_called method_post body_empty no_access_token source known not_reused recovery',
  credential:
    'method_post token_in_header token_valid content_type json_object no_duplicate_members one_identifier uses_configuration_id configuration_known configuration_as_offered no_legacy_members unknown_members proofs_present proofs_one_type proofs_count proof_type_supported retry_behaviour stop_after_denied',
  'proof.jwt':
    'parse typ alg key_reference jwk_public key_type x5c signature aud iat nonce_present iss iss_absent_anonymous exp key_fresh unknown_header',
  key_attestation:
    'present not_needed typ alg x5c signature trusted iat exp_present exp_valid attested_keys attested_keys_distinct attested_keys_count proof_key_attested proof_key_first nonce nonce_same_as_proof key_storage user_authentication key_storage_level user_authentication_level certification_status not_expired_before_credential',
  encryption:
    'request_media_type request_params request_kid request_decrypts request_when_response response_params response_jwk_alg response_jwk_public response_jwk_fresh used',
  transport: 'header_size',
  notification: 'sent wellformed token unknown_members',
  flow: 'order issuer_isolation no_parallel_use completes no_requests_after_error nonce_request_fresh key_per_credential user_agent_isolated',
  pid: 'device_bound',
}
/**
 * An answer that a wallet gets without a fault of its own is a check of its own: a nonce challenge beside
 * `nonce_adopted`, a nonce that has run out beside `known`.
 */
const splitOff = ['vci.dpop.nonce_current', 'vci.nonce.alive']

const designed = Object.entries(catalogue).flatMap(([group, names]) =>
  names.split(' ').map((name) => `vci.${group}.${name}`),
)

interface AnyExamples {
  readonly pass: readonly unknown[]
  readonly violated: readonly unknown[]
  readonly notApplicable: readonly unknown[]
}
const examples: Readonly<Record<string, AnyExamples>> = {
  ...metadataExamples,
  ...addressExamples,
  ...offerExamples,
  ...dpopExamples,
  ...tokenExamples,
  ...nonceEndpointExamples,
  ...nonceExamples,
  ...credentialExamples,
  ...encryptionExamples,
  ...proofJwtExamples,
  ...keyAttestationExamples,
  ...notificationExamples,
  ...flowExamples,
  ...parExamples,
  ...authorizeExamples,
  ...clientAuthenticationExamples,
}

/** Checks that each request of their endpoint answers, so that only a missing request leaves them open. */
const alwaysJudged = [
  'vci.offer.accept',
  'vci.offer.no_credentials_in_fetch',
  'vci.par.used',
  'vci.par.content_type',
  'vci.par.no_duplicate_params',
  'vci.par.params_in_body',
  'vci.par.no_request_uri',
  'vci.par.no_request_object',
  'vci.par.response_type_code',
  'vci.par.client_id_present',
  'vci.par.redirect_uri_present',
  'vci.par.scope_present',
  'vci.par.authorization_details_not_used',
  'vci.par.state_present',
  'vci.par.unknown_params',
  'vci.par.resource_absent',
  'vci.par.no_secret_leak',
  'vci.par.dpop_present',
  'vci.pkce.challenge_present',
  'vci.pkce.code_challenge_s256',
  'vci.client_auth.present',
  'vci.client_auth.single_method',
  'vci.client_auth.method_advertised',
  'vci.authorize.only_expected_params',
  'vci.authorize.no_request',
  'vci.authorize.user_agent',
  'vci.authorize.no_secrets',
  'vci.token.content_type',
  'vci.token.no_duplicate_params',
  'vci.token.params_in_body',
  'vci.token.refresh_not_attempted',
  'vci.token.grant_type',
  'vci.nonce.body_empty',
  'vci.nonce.no_access_token',
  'vci.credential.token_in_header',
  'vci.credential.token_valid',
  'vci.credential.content_type',
  'vci.notification.token',
  'vci.notification.wellformed',
]
/** Tells only what a wallet may do, so leaving it is no violation. */
const neverViolated = ['vci.encryption.used', 'vci.notification.sent']

const directory = fileURLToPath(new URL('vci/', import.meta.url))
const checkFiles = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !/(\.test|\.examples|^index|[/\\]index)\.ts$|fixtures/.test(file),
)
const idsOnDisk = checkFiles.flatMap((file) =>
  [...readFileSync(join(directory, file), 'utf8').matchAll(/defineCheck<\w+>\(\s*'([^']+)'/g)].map(([, id]) => id),
)
const all = checkRegistry.map((check) => [check.id, check] as const)
const resultsOf = (check: Check<never>, subjects: readonly unknown[]) =>
  subjects.map((subject) => check.run(subject as never).result)

describe('the registry', () => {
  it('lists every check that is on disk, each once', () => {
    expect(idsOnDisk.length).toBeGreaterThan(100)
    expect([...idsOnDisk].sort()).toEqual(checkRegistry.map(({ id }) => id).sort())
    expect(new Set(idsOnDisk).size).toBe(idsOnDisk.length)
  })

  it('has one check a file', () => {
    for (const file of checkFiles) {
      expect(readFileSync(join(directory, file), 'utf8').split('defineCheck<').length - 1, file).toBeLessThanOrEqual(1)
    }
  })

  it('holds the catalogue as designed: no id is missing, renamed or made up', () => {
    expect(checkRegistry.map(({ id }) => id).sort()).toEqual([...designed, ...splitOff].sort())
  })

  it('keeps groups together, in the order of the catalogue', () => {
    const groups = checkRegistry.map(({ group }) => group)
    expect(groups.filter((group, index) => group !== groups[index - 1])).toEqual(
      checkGroups.filter((group) => groups.includes(group)),
    )
  })

  it('finds a check by its id and nothing by another one', () => {
    for (const [id, check] of all) expect(checkById(id)).toBe(check)
    expect(checkById('vci.no.such')).toBeNull()
  })
})

describe.each(all)('%s', (id, check) => {
  it('has an id of its group', () => {
    expect(id).toMatch(/^vci\.[a-z_]+(\.[a-z0-9_]+)+$/)
    expect(id.split('.')[1]).toBe(check.group)
  })

  it('cites clauses that resolve to a link', () => {
    for (const cited of check.clauses) expect(() => new URL(clause(cited).url, 'https://capture.example')).not.toThrow()
    expect(describeCheck(check).clauses).toHaveLength(check.clauses.length)
  })

  it('has texts that stand for themselves', () => {
    expect(check.title).toMatch(/^[A-Z].*[^.!?]$/)
    expect(check.why).toMatch(/^[A-Z].*[.]$/)
    expect(check.hint).toMatch(/^[A-Z].*[.]$/)
    for (const text of [check.title, check.why, check.hint]) {
      expect(text).toBe(text.trim())
      expect(text).not.toMatch(/ {2}|\.\.$/)
    }
  })

  it('has a refusal that may stand in error_description exactly when it refuses', () => {
    expect(check.refusal === undefined).toBe(check.rejects === undefined)
    if (check.rejects === undefined || check.refusal === undefined) return
    expect(errorStatus[check.rejects]).toBeGreaterThanOrEqual(400)
    // RFC 6749 section 5.2: no quote, no backslash, nothing outside ASCII.
    expect(check.refusal).toMatch(/^[A-Z][\x20-\x21\x23-\x5b\x5d-\x7e]*\.$/)
  })

  it('needs only checks that exist', () => {
    for (const needed of check.needs ?? []) expect(checkById(needed), needed).not.toBeNull()
  })

  it('tells good, bad and absent apart', () => {
    const { pass = [], violated = [], notApplicable = [] } = examples[id] ?? {}
    expect(resultsOf(check, pass)).toEqual(pass.map(() => 'pass'))
    for (const result of resultsOf(check, violated)) expect(['violated', 'tolerated']).toContain(result)
    for (const result of resultsOf(check, notApplicable)) expect(['not_applicable', 'not_observed']).toContain(result)
    expect(violated.length > 0).toBe(!neverViolated.includes(id))
    expect(pass.length).toBeGreaterThan(0)
    expect(notApplicable.length > 0).toBe(!alwaysJudged.includes(id))
  })

  it('is open in a session without requests', () => {
    const [entry, ...more] = projectConformance(evidence([])).filter((one) => one.id === id)
    expect(more).toEqual([])
    expect(['not_observed', 'not_applicable']).toContain(entry?.status)
  })
})

it('no example is without a check', () => {
  expect(Object.keys(examples).filter((id) => checkById(id) === null)).toEqual([])
})
