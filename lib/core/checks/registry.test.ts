import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { clause } from '../clauses'
import { errorStatus } from '../errors'
import { evidence } from '../evidence/fixtures/sessions'
import { projectConformance } from '../evidence/project-conformance'
import { type Check, checkGroups } from './check'
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
import { transportExamples } from './vci/transport/transport.examples'

type LevelOfProfile = 'must' | 'must haip' | 'must pid' | 'should' | 'info'

/**
 * The catalogue as designed (issuance, section 6), written down by hand: ids are a public contract. Each name stands
 * below its level, and its profile where that is not `base`. Where a specification asks for less, it wins: `nonce_role`
 * is a should, for RFC 9449 section 9 has it in lower case.
 */
const catalogue: Readonly<Record<string, Readonly<Partial<Record<LevelOfProfile, string>>>>> = {
  metadata: {
    must: 'issuer_fetched issuer_wellknown_path as_wellknown_path no_oidc_discovery method_get as_fetched',
    should: 'accept_header endpoints_from_metadata',
    info: 'accept_language signed_requested jwks_fetched',
  },
  offer: {
    must: 'dereferenced method_get grant_respected',
    should: 'accept no_credentials_in_fetch',
    info: 'no_fetch_by_value',
  },
  par: {
    must: 'used method_post content_type no_duplicate_params params_in_body no_request_uri response_type_code client_id_present redirect_uri_present redirect_uri_valid scope_from_metadata authorization_details_wellformed issuer_state_returned dpop_present dpop_jkt_matches',
    'must haip': 'client_id_is_attestation_sub scope_present',
    should: 'scope_minimal state_present state_quality no_secret_leak',
    info: 'no_request_object redirect_uri_claimed_https authorization_details_not_used unknown_params resource_absent not_repeated',
  },
  pkce: {
    must: 'challenge_present code_challenge_s256 challenge_wellformed challenge_fresh verifier_present verifier_wellformed verifier_matches',
    info: 'verifier_absent_preauth',
  },
  dpop: {
    must: 'header_present single_header wellformed claims_complete typ alg jwk_present jwk_public signature htm htu iat_window exp_nbf jti_unique ath_present ath_matches key_bound_to_token key_bound_to_code same_key_across nonce_adopted nonce_retry scheme',
    should: 'nonce_role htu_exact ath_absent_at_as key_not_holder_key',
    info: 'jti_entropy key_fresh no_unsolicited_nonce',
  },
  client_auth: {
    must: 'single_method method_advertised consistent',
    'must haip': 'present',
  },
  wallet_attestation: {
    must: 'headers_paired typ alg signature trusted iss sub exp iat_nbf cnf_jwk pop_typ pop_signature pop_iss pop_aud pop_jti pop_iat pop_fresh_per_request challenge',
    'must haip': 'x5c sub_not_unique not_reused_across_issuers',
    info: 'optional_claims',
  },
  private_key_jwt: {
    must: 'assertion_type signature alg iss_sub aud exp jti',
    should: 'aud_is_issuer_string iat',
  },
  authorize: {
    must: 'no_request client_id_matches request_uri_known request_uri_once',
    'must haip': 'only_expected_params',
    should: 'no_secrets',
    info: 'user_agent redirect_followed',
  },
  token: {
    must: 'method_post content_type no_duplicate_params params_in_body grant_type code_valid code_once redirect_uri_matches client_id_matches preauth_code_valid preauth_code_once tx_code_sent tx_code_correct tx_code_not_expected no_foreign_params not_repeated',
    should: 'client_id_sent_public tx_code_shape',
    info: 'no_client_id_anonymous refresh_not_attempted',
  },
  nonce: {
    must: 'endpoint_called method_post known not_reused',
    should: 'no_access_token source recovery',
    info: 'body_empty',
  },
  credential: {
    must: 'method_post token_in_header token_valid content_type json_object no_duplicate_members one_identifier uses_configuration_id configuration_known configuration_as_offered proofs_present proofs_one_type proofs_count proof_type_supported',
    should: 'stop_after_denied',
    info: 'no_legacy_members unknown_members retry_behaviour',
  },
  'proof.jwt': {
    must: 'parse typ alg key_reference jwk_public key_type x5c signature aud iat nonce_present iss iss_absent_anonymous',
    should: 'key_fresh',
    info: 'exp unknown_header',
  },
  key_attestation: {
    must: 'present typ alg signature trusted iat exp_present exp_valid attested_keys proof_key_attested nonce key_storage_level user_authentication_level',
    'must haip': 'x5c',
    should: 'attested_keys_distinct nonce_same_as_proof key_storage user_authentication',
    info: 'not_needed attested_keys_count proof_key_first certification_status not_expired_before_credential',
  },
  encryption: {
    must: 'request_media_type request_params request_kid request_decrypts request_when_response response_params response_jwk_alg response_jwk_public',
    info: 'response_jwk_fresh used',
  },
  transport: {
    info: 'tls header_size',
  },
  notification: {
    must: 'wellformed token',
    info: 'sent unknown_members',
  },
  flow: {
    must: 'order issuer_isolation',
    should: 'no_parallel_use no_requests_after_error key_per_credential',
    info: 'completes nonce_request_fresh user_agent_isolated',
  },
  pid: {
    'must pid': 'device_bound',
  },
}
/** The level as a check has it: with its profile. */
function levelOf(level: string): string {
  return level.includes(' ') ? level : `${level} base`
}
/** Designed, and not here yet, with the reason. */
const later: Readonly<Record<string, string>> = {
  'vci.token.iss_checked': 'Needs an issuer that sends a wrong iss on purpose, which comes with the deliberate faults.',
}
/** Which error a violation calls for, by the same table; where a case has another one, the usual case. */
const refusals: Readonly<Record<string, string>> = {
  invalid_grant:
    'offer.grant_respected pkce.verifier_present pkce.verifier_wellformed pkce.verifier_matches dpop.key_bound_to_code client_auth.consistent token.code_valid token.code_once token.redirect_uri_matches token.client_id_matches token.preauth_code_valid token.preauth_code_once token.tx_code_correct',
  invalid_request:
    'par.used par.content_type par.no_duplicate_params par.no_request_uri par.client_id_present par.redirect_uri_present par.redirect_uri_valid par.scope_present par.issuer_state_returned pkce.challenge_present pkce.code_challenge_s256 pkce.challenge_wellformed token.content_type token.no_duplicate_params token.tx_code_sent token.tx_code_not_expected credential.token_in_header',
  request_not_supported: 'par.no_request_object',
  unsupported_response_type: 'par.response_type_code',
  invalid_client:
    'par.client_id_is_attestation_sub client_auth.single_method client_auth.method_advertised wallet_attestation.headers_paired wallet_attestation.typ wallet_attestation.alg wallet_attestation.x5c wallet_attestation.signature wallet_attestation.trusted wallet_attestation.sub wallet_attestation.exp wallet_attestation.iat_nbf wallet_attestation.cnf_jwk wallet_attestation.pop_typ wallet_attestation.pop_signature wallet_attestation.pop_iss wallet_attestation.pop_aud wallet_attestation.pop_jti wallet_attestation.pop_iat wallet_attestation.pop_fresh_per_request private_key_jwt.assertion_type private_key_jwt.signature private_key_jwt.alg private_key_jwt.iss_sub private_key_jwt.aud private_key_jwt.exp private_key_jwt.jti',
  invalid_scope: 'par.scope_from_metadata',
  invalid_dpop_proof:
    'par.dpop_present par.dpop_jkt_matches dpop.header_present dpop.single_header dpop.wellformed dpop.claims_complete dpop.typ dpop.alg dpop.jwk_present dpop.jwk_public dpop.signature dpop.htm dpop.htu dpop.iat_window dpop.exp_nbf dpop.jti_unique dpop.ath_present dpop.ath_matches',
  invalid_token: 'dpop.key_bound_to_token dpop.scheme credential.token_valid notification.token',
  use_dpop_nonce: 'dpop.nonce_adopted dpop.nonce_role',
  use_attestation_challenge: 'wallet_attestation.challenge',
  invalid_request_uri: 'authorize.client_id_matches authorize.request_uri_known authorize.request_uri_once',
  unsupported_grant_type: 'token.grant_type token.refresh_not_attempted',
  invalid_nonce: 'nonce.known nonce.not_reused key_attestation.nonce',
  invalid_credential_request:
    'credential.content_type credential.json_object credential.no_duplicate_members credential.one_identifier credential.proofs_one_type credential.proofs_count encryption.request_media_type encryption.request_decrypts',
  unknown_credential_identifier: 'credential.uses_configuration_id',
  unknown_credential_configuration: 'credential.configuration_known',
  credential_request_denied: 'credential.configuration_as_offered',
  invalid_proof:
    'credential.proofs_present credential.proof_type_supported proof.jwt.parse proof.jwt.typ proof.jwt.alg proof.jwt.key_reference proof.jwt.jwk_public proof.jwt.key_type proof.jwt.x5c proof.jwt.signature proof.jwt.aud proof.jwt.iat proof.jwt.nonce_present proof.jwt.iss proof.jwt.exp key_attestation.present key_attestation.typ key_attestation.alg key_attestation.x5c key_attestation.signature key_attestation.trusted key_attestation.iat key_attestation.exp_present key_attestation.exp_valid key_attestation.attested_keys key_attestation.proof_key_attested key_attestation.key_storage_level key_attestation.user_authentication_level',
  invalid_encryption_parameters:
    'encryption.request_params encryption.request_kid encryption.request_when_response encryption.response_params encryption.response_jwk_alg encryption.response_jwk_public',
  invalid_notification_request: 'notification.wellformed',
}
/** Refused beyond that table: a parameter of the browser that comes twice, a value that no address can carry. */
const refusedToo: Readonly<Record<string, string>> = {
  invalid_request: 'authorize.only_expected_params par.state_quality',
}
/**
 * An answer that a wallet gets without a fault of its own is a check of its own: a nonce challenge beside
 * `nonce_adopted`, a nonce that has run out beside `known`.
 */
const splitOff = ['vci.dpop.nonce_current', 'vci.nonce.alive']

const designed = Object.entries(catalogue).flatMap(([group, byLevel]) =>
  Object.entries(byLevel).flatMap(([level, names]) =>
    names.split(' ').map((name) => ({ id: `vci.${group}.${name}`, level: levelOf(level) })),
  ),
)
const refused = new Map(
  [...Object.entries(refusals), ...Object.entries(refusedToo)].flatMap(([error, names]) =>
    names.split(' ').map((name) => [`vci.${name}`, error] as const),
  ),
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
  ...transportExamples,
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
    const ids = designed.map(({ id }) => id)
    expect(checkRegistry.map(({ id }) => id).sort()).toEqual([...ids, ...splitOff].sort())
    expect([...ids, ...Object.keys(later)]).toHaveLength(235)
  })

  it.each(designed.map(({ id, level }) => [id, level] as const))(
    'has %s as %s, or as the specification has it',
    (id, level) => {
      const check = checkById(id)
      expect(check && `${check.level} ${check.profile}`).toBe(level)
    },
  )

  it('refuses what is listed and nothing else, with the error that is listed', () => {
    const rejecting = checkRegistry.filter(({ id, rejects }) => rejects !== undefined && !splitOff.includes(id))
    expect(new Map(rejecting.map(({ id, rejects }) => [id, rejects]))).toEqual(refused)
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
