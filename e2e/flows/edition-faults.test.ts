import { describe, expect, it } from 'vitest'
import { newestEdition } from '@/lib/core/campaigns/official-cases/editions'
import { isDecidable } from '@/lib/core/campaigns/official-cases/official-case'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import { presetById } from '@/lib/core/campaigns/presets'
import { type HttpAnswer, jsonPost } from '@/lib/testing/http-client'
import { knownVerifier } from '@/lib/testing/known-verifier'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { campaignAddress, campaignClient, trustOfCampaign } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp } from '@/lib/wallet/http/wire'
import type { PresentationProfile } from '@/lib/wallet/verifier/settings'
import { fixedShare } from '@/scripts/thorough.mjs'

const service = serviceForTests()
const { http } = service
const send = createNodeClient()

const pid = 'issue.eu-pid-device-bound.urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required.authorization_code'

/** A wallet in one session of a campaign, and what it needs there. */
interface Ran {
  readonly preset: string
  /** The rule that it breaks; `null` for a right wallet. */
  readonly wrong: string | null
  /** A session before it, in which the wallet behaves. */
  readonly before?: string
  /** What its maker declares. */
  readonly declared?: Record<string, boolean | string[]>
  readonly presents?: Partial<PresentationProfile>
  /** Stops after the token response, and says nothing until the session is over. */
  readonly stops?: true
  /** Plays the browser of a session that needs one. */
  readonly plays?: true
}

/** A wrong wallet, and the official cases that it fails, which are all that its session decides against it. */
interface Row extends Ran {
  readonly red: readonly string[]
}

const sessionSeconds = 3600

const expectError = (answer: HttpAnswer, status: number, error: string) =>
  expect([answer.status, answer.object().error]).toEqual([status, error])

/** Sends as the page in a browser does, which marks its requests. */
const asPage: SendHttp = async (request) =>
  send({ ...request, headers: [...request.headers, ['Origin', service.baseUrl], ['Sec-Fetch-Site', 'same-origin']] })

/** Lets nothing through after the token response. */
const upToToken: SendHttp = async (request) =>
  /\/(?:nonce|credential)$/.test(new URL(request.url).pathname) ? { status: 410, headers: [], body: '' } : send(request)

let wallets = 0

/** The coverage of the newest edition after one campaign of a new wallet. */
async function coverageAfter(ran: Ran): Promise<CoverageView> {
  const { preset, wrong, before, declared, presents, stops, plays } = ran
  wallets += 1
  const wallet = { name: 'Quillfern', version: String(wallets) }
  const first = before ?? presetById(preset)?.follows
  const presets = [...(first === undefined ? [] : [first]), preset]
  const created = await http(jsonPost('/campaigns', { wallet, presets, auto_approve: true }))
  expect(created.status, created.body).toBe(201)
  if (declared !== undefined)
    expect((await http(jsonPost('/coverage/declarations', { wallet, items: declared }))).status).toBe(201)
  const origin = service.baseUrl
  const address = campaignAddress(`${origin}/campaigns/${created.object().campaign_id}`)
  await runCampaign({
    client: campaignClient(address, { http: send, patienceMillis: 0 }),
    origin,
    http: preset.startsWith('dc_') && !plays ? asPage : stops ? upToToken : send,
    clock: service.now,
    wait: async (millis) => service.advance(millis / 1000),
    ...knownVerifier(service.container),
    ...(presents === undefined ? {} : { presents }),
    ...(/^(?:trusted|registration)_/.test(preset)
      ? { trust: await trustOfCampaign({ policy: 'refuse', lists: null }, { origin, http: send }) }
      : {}),
    misbehave: (session) => (session.preset === preset ? wrong : null),
  })
  if (stops) service.advance(sessionSeconds)
  const query = new URLSearchParams({ wallet: wallet.name, version: wallet.version, edition: newestEdition.facts.id })
  return (await http({ path: `/coverage?${query}` })).object() as unknown as CoverageView
}

const casesAfter = async (ran: Ran): Promise<CoverageView['cases']> => (await coverageAfter(ran)).cases

const idsOf = (verdict: string, cases: CoverageView['cases']) =>
  cases.filter((one) => one.verdict === verdict).map(({ id }) => id.slice('WS_'.length))

const wrongWallets: readonly Row[] = [
  {
    preset: pid,
    wrong: 'vci.authorize.request_uri_known~other_issuer',
    red: ['AP_IA_MainInteraction_010a', 'AP_IA_MainInteraction_010c', 'AP_IA_Supportive_011a'],
  },
  {
    preset: pid,
    wrong: 'vci.authorize.request_uri_known~no_uri',
    red: [
      'AP_IA_MainInteraction_010a',
      'AP_IA_MainInteraction_010c',
      'AP_IA_Supportive_011a',
      'AP_MS_ProtocolMessages_039b',
    ],
  },
  { preset: pid, wrong: null, stops: true, red: ['AP_IA_MainInteraction_031a'] },
  {
    preset: pid,
    wrong: 'vci.par.used',
    red: [
      'AP_IA_MainInteraction_010b',
      'AP_IA_Supportive_010a',
      'AP_IA_Supportive_011a',
      'AP_MS_ProtocolMessages_039a',
    ],
  },
  { preset: pid, wrong: 'vci.credential.method_post', red: ['AP_IA_MainInteraction_030a'] },
  { preset: pid, wrong: 'vci.credential.content_type', red: ['AP_IA_MainInteraction_030b'] },
  { preset: pid, wrong: 'vci.par.content_type', red: ['AP_MS_ProtocolMessages_034a'] },
  { preset: pid, wrong: 'vci.wallet_attestation.headers_paired~twice', red: ['AP_MS_ProtocolMessages_035a'] },
  {
    preset: pid,
    wrong: 'vci.wallet_attestation.headers_paired~no_jwt',
    red: ['AP_MS_ProtocolMessages_035b', 'AP_SM_DeviceBinding_001a', 'AP_SM_DeviceBinding_003b'],
  },
  { preset: pid, wrong: 'vci.wallet_attestation.headers_paired', red: ['AP_MS_ProtocolMessages_036a'] },
  {
    preset: pid,
    wrong: 'vci.wallet_attestation.headers_paired~pop_no_jwt',
    red: ['AP_MS_ProtocolMessages_036b', 'AP_SM_DeviceBinding_001b'],
  },
  { preset: pid, wrong: 'vci.wallet_attestation.sub', red: ['AP_MS_ProtocolMessages_037a'] },
  {
    preset: pid,
    wrong: 'vci.wallet_attestation.typ~absent',
    red: ['AP_MS_ProtocolMessages_037b', 'AP_MS_ProtocolMessages_037c'],
  },
  { preset: pid, wrong: 'vci.wallet_attestation.pop_jti', red: ['AP_MS_ProtocolMessages_038a'] },
  { preset: pid, wrong: 'vci.par.scope_present', red: ['AP_MS_ProtocolMessages_040a'] },
  { preset: pid, wrong: 'vci.par.scope_from_metadata', red: ['AP_MS_ProtocolMessages_040b'] },
  { preset: pid, wrong: 'vci.credential.uses_configuration_id', red: ['AP_MS_ProtocolMessages_050a'] },
  {
    preset: pid,
    wrong: 'vci.credential.configuration_known~number',
    red: ['AP_MS_ProtocolMessages_050b', 'AP_MS_ProtocolMessages_050c'],
  },
  {
    preset: pid,
    wrong: 'vci.credential.proofs_one_type~text',
    red: ['AP_MS_ProtocolMessages_050d', 'AP_MS_ProtocolMessages_050e'],
  },
  { preset: pid, wrong: 'vci.credential.proofs_count~object', red: ['AP_MS_ProtocolMessages_051a'] },
  { preset: pid, wrong: 'vci.credential.proofs_count', red: ['AP_MS_ProtocolMessages_051b'] },
  {
    preset: pid,
    wrong: 'vci.credential.proofs_count~element',
    red: ['AP_MS_ProtocolMessages_051c', 'AP_SM_DeviceBinding_010a'],
  },
  {
    preset: pid,
    wrong: 'vci.proof.jwt.typ~absent',
    red: ['AP_MS_ProtocolMessages_052a', 'AP_MS_ProtocolMessages_052b', 'AP_MS_ProtocolMessages_052c'],
  },
  {
    preset: pid,
    wrong: 'vci.proof.jwt.aud~absent',
    red: ['AP_MS_ProtocolMessages_053a', 'AP_MS_ProtocolMessages_053b', 'AP_MS_ProtocolMessages_053c'],
  },
  {
    preset: pid,
    wrong: 'vci.proof.jwt.nonce_present',
    red: ['AP_MS_ProtocolMessages_053a', 'AP_MS_ProtocolMessages_053d'],
  },
  { preset: pid, wrong: 'vci.wallet_attestation.alg', red: ['AP_SM_DeviceBinding_002a', 'AP_SM_DeviceBinding_002b'] },
  {
    preset: pid,
    wrong: 'vci.wallet_attestation.pop_alg',
    red: ['AP_SM_DeviceBinding_003a', 'AP_SM_DeviceBinding_003b'],
  },
  { preset: pid, wrong: 'vci.proof.jwt.alg', red: ['AP_SM_DeviceBinding_010b'] },
  { preset: pid, wrong: 'vci.proof.jwt.signature', red: ['AP_SM_DeviceBinding_010c'] },
  { preset: pid, wrong: 'vci.key_attestation.alg', red: ['AP_SM_DeviceBinding_011a'] },
  { preset: pid, wrong: 'vci.key_attestation.signature', red: ['AP_SM_DeviceBinding_011b'] },
  { preset: pid, wrong: 'vci.nonce.known', red: ['AP_SM_DeviceBinding_012a'] },
  { preset: pid, wrong: 'vci.key_attestation.nonce~attestation_proof', red: ['AP_SM_DeviceBinding_013a'] },
  {
    preset: 'fault.credential_error_denied',
    wrong: 'vci.fault.refused~credential_error_denied',
    red: ['AP_IA_MainInteraction_031b_UF'],
  },
  {
    preset: 'fault.par_no_request_uri',
    wrong: 'vci.fault.refused~par_no_request_uri',
    red: ['AP_IA_Supportive_011b_UF'],
  },
  {
    preset: 'offer_by_value',
    wrong: 'vci.authorize.request_uri_known~other_issuer',
    red: ['AP_MS_ProtocolMessages_033a'],
  },
  {
    preset: 'fault.offer_no_issuer',
    wrong: 'vci.fault.refused~offer_no_issuer',
    before: pid,
    red: ['AP_MS_ProtocolMessages_033b_UF'],
  },
  {
    preset: 'fault.offer_no_configurations',
    wrong: 'vci.fault.refused~offer_no_configurations',
    red: ['AP_MS_ProtocolMessages_033c_UF'],
  },
  {
    preset: 'lab.request_object',
    wrong: 'vci.request_object.sent',
    declared: { par_request_object: true },
    red: ['AP_MS_ProtocolMessages_034b'],
  },
  { preset: 'lab.request_object', wrong: 'vci.request_object.compact', red: ['AP_MS_ProtocolMessages_034c'] },
  { preset: 'lab.request_object', wrong: 'vci.request_object.jws', red: ['AP_MS_ProtocolMessages_034d'] },
  { preset: 'haip_vp_scheme', wrong: 'vp.token.present', red: ['RP_IA_Engagement_001a'] },
  { preset: 'eu_eaap_scheme', wrong: 'vp.token.present', red: ['RP_IA_Engagement_001b'] },
  { preset: 'request_uri_method_get', wrong: 'vp.request.method', red: ['RP_IA_ProtocolFlow_002a'] },
  { preset: 'mdoc_baseline', wrong: 'vp.reqpost.query_empty', red: ['RP_IA_ProtocolFlow_002b'] },
  { preset: 'mdoc_baseline', wrong: 'vp.mdoc.base64url', red: ['RP_MS_ProtocolMessages_127d'] },
  {
    preset: 'mdoc_baseline',
    wrong: 'vp.token.present',
    declared: { request_uri_method_post: false },
    presents: { fetch: 'get' },
    red: ['RP_IA_ProtocolFlow_002d'],
  },
  { preset: 'sd_jwt_baseline', wrong: 'vp.request.method', red: ['RP_IA_ProtocolFlow_002c'] },
  {
    preset: 'sd_jwt_baseline',
    wrong: 'vp.token.present',
    red: ['RP_IA_ProtocolFlow_002c', 'RP_SM_RpIntegrity_013a', 'RP_MS_ProtocolMessages_127a'],
  },
  {
    preset: 'sd_jwt_baseline',
    wrong: 'vp.token.array',
    red: ['RP_MS_ProtocolMessages_127a', 'RP_MS_ProtocolMessages_127b'],
  },
  {
    preset: 'sd_jwt_baseline',
    wrong: 'vp.sdjwt.compact',
    red: ['RP_MS_ProtocolMessages_127c', 'RP_MS_CredentialFormats_045a', 'RP_MS_CredentialFormats_045b'],
  },
  { preset: 'sd_jwt_baseline', wrong: 'vp.jwe.compact', red: ['RP_SM_SessionEncryption_001a'] },
  { preset: 'sd_jwt_baseline', wrong: 'vp.jwe.enc_haip', red: ['RP_SM_SessionEncryption_001b'] },
  { preset: 'sd_jwt_baseline', wrong: 'vp.jwe.alg', red: ['RP_SM_SessionEncryption_001c'] },
  { preset: 'sd_jwt_baseline', wrong: 'vp.jwe.epk', red: ['RP_SM_SessionEncryption_001d'] },
  { preset: 'sd_jwt_baseline', wrong: 'vp.jwe.decrypts', red: ['RP_SM_SessionEncryption_001e'] },
  { preset: 'sd_jwt_baseline', wrong: 'vp.jwe.unsigned', red: ['RP_SM_SessionEncryption_001f'] },
  { preset: 'sd_jwt_baseline', wrong: 'vp.sdjwt.disclosure_referenced', red: ['RP_SM_SessionEncryption_013'] },
  { preset: 'sd_jwt_baseline', wrong: 'vp.sdjwt.disclosure_encoding~invented', red: ['RP_MS_CredentialFormats_045c'] },
  { preset: 'sd_jwt_baseline', wrong: 'vp.kb.parses', red: ['RP_MS_CredentialFormats_045d'] },
  { preset: 'sd_jwt_baseline', wrong: 'vp.kb.alg', red: ['RP_SM_DeviceBinding_012a', 'RP_SM_DeviceBinding_012b'] },
  { preset: 'sd_jwt_baseline', wrong: 'vp.kb.sd_hash', red: ['RP_SM_DeviceBinding_012c'] },
  {
    preset: 'bad_request_uri_method',
    wrong: 'vp.negative.rejected~bad_request_uri_method',
    red: ['RP_IA_ProtocolFlow_002e_UF'],
  },
  { preset: 'bad_signature', wrong: 'vp.negative.rejected', red: ['RP_SM_RpIntegrity_013b_UF'] },
  { preset: 'alg_eddsa', wrong: 'vp.negative.rejected~alg_eddsa', red: ['RP_SM_RpIntegrity_013c_UF'] },
  { preset: 'wrong_typ', wrong: 'vp.negative.rejected~wrong_typ', red: ['RP_MS_ProtocolMessages_003_UF'] },
  { preset: 'by_value', wrong: 'vp.token.present', red: ['RP_MS_ProtocolMessages_004'] },
  {
    preset: 'trusted_verifier',
    wrong: 'vp.token.present',
    red: ['RP_SM_RpIntegrity_013a', 'RP_SM_TrustMechanisms_101'],
  },
  {
    preset: 'registration_bad_signature',
    wrong: 'vp.negative.rejected~registration_bad_signature',
    red: ['RP_SM_TrustMechanisms_101b_UF'],
  },
  {
    preset: 'registration_other_subject',
    wrong: 'vp.negative.rejected~registration_other_subject',
    red: ['RP_SM_TrustMechanisms_101c_UF'],
  },
  { preset: 'one_claim_sd_jwt', wrong: 'vp.min.only_requested_sdjwt', red: ['RP_IA_MainInteraction_012a'] },
  { preset: 'one_element_mdoc', wrong: 'vp.min.only_requested_mdoc', red: ['RP_IA_MainInteraction_012b'] },
  {
    preset: 'one_unknown_claim_sd_jwt',
    wrong: 'vp.negative.rejected~unknown_claim',
    red: ['RP_IA_MainInteraction_012c_UF'],
  },
  {
    preset: 'mdoc_unknown_element',
    wrong: 'vp.negative.rejected~unknown_claim',
    red: ['RP_IA_MainInteraction_012d_UF'],
  },
  { preset: 'unknown_claim', wrong: 'vp.negative.rejected~unknown_claim', red: ['RP_IA_MainInteraction_034h_UF'] },
  {
    preset: 'unknown_element_of_two',
    wrong: 'vp.negative.rejected~unknown_claim',
    red: ['RP_IA_MainInteraction_034i_UF'],
  },
  { preset: 'two_claims_sd_jwt', wrong: 'vp.dcql.claims_present', red: ['RP_IA_MainInteraction_034a'] },
  { preset: 'two_elements_mdoc', wrong: 'vp.min.only_requested_mdoc', red: ['RP_IA_MainInteraction_034b'] },
  { preset: 'list_entry_one', wrong: 'vp.min.array_elements', red: ['RP_IA_MainInteraction_034c'] },
  { preset: 'list_entries_all', wrong: 'vp.min.array_elements', red: ['RP_IA_MainInteraction_034e'] },
  { preset: 'list_entry_first', wrong: 'vp.min.array_elements', red: ['RP_IA_MainInteraction_034f'] },
  { preset: 'list_entry_last', wrong: 'vp.min.array_elements', red: ['RP_IA_MainInteraction_034g'] },
  { preset: 'object_member', wrong: 'vp.min.fewer_than_held', red: ['RP_IA_MainInteraction_034d'] },
  {
    preset: 'membership_sd_jwt',
    wrong: 'vp.sdjwt.status_format~text',
    red: ['RP_MS_CredentialFormats_029a', 'RP_MS_CredentialFormats_029b', 'RP_MS_CredentialFormats_029d'],
  },
  {
    preset: 'membership_sd_jwt',
    wrong: 'vp.sdjwt.status_format~mechanism',
    red: ['RP_MS_CredentialFormats_029c'],
  },
  {
    preset: 'membership_sd_jwt',
    wrong: 'vp.sdjwt.status_format~no_uri',
    red: ['RP_MS_CredentialFormats_029e'],
  },
  {
    preset: 'membership_sd_jwt',
    wrong: 'vp.sdjwt.status_format~negative',
    red: ['RP_MS_CredentialFormats_029f'],
  },
  {
    preset: 'membership_sd_jwt',
    wrong: 'vp.sdjwt.status_format~uri',
    red: ['RP_MS_CredentialFormats_029g'],
  },
  {
    preset: 'membership_mdoc',
    wrong: 'vp.mdoc.mso_status~text',
    red: ['RP_MS_CredentialFormats_033a', 'RP_MS_CredentialFormats_033b'],
  },
  {
    preset: 'membership_mdoc',
    wrong: 'vp.mdoc.mso_status~mechanism',
    red: ['RP_MS_CredentialFormats_033c'],
  },
  {
    preset: 'membership_mdoc',
    wrong: 'vp.mdoc.mso_status~list_text',
    red: ['RP_MS_CredentialFormats_033d'],
  },
  {
    preset: 'membership_mdoc',
    wrong: 'vp.mdoc.mso_status~no_uri',
    red: ['RP_MS_CredentialFormats_033e'],
  },
  { preset: 'membership_mdoc', wrong: 'vp.mdoc.mso_status~negative', red: ['RP_MS_CredentialFormats_033f'] },
  {
    preset: 'membership_mdoc',
    wrong: 'vp.mdoc.mso_status~uri_number',
    red: ['RP_MS_CredentialFormats_033g', 'RP_MS_CredentialFormats_033h'],
  },
  { preset: 'dc_signed_sd_jwt', wrong: 'vp.response.encrypted', red: ['RP_IA_ProtocolFlow_003a'] },
  { preset: 'dc_mode_plain', wrong: 'vp.negative.rejected~dc_mode_plain', red: ['RP_IA_ProtocolFlow_003b_UF'] },
]

/** Cases whose failure leaves no record, with the preset of a session whose link starts no wallet. */
const unstarted: readonly (readonly [id: string, preset: string])[] = [
  ['AP_IA_Engagement_007a', 'haip_vci_scheme'],
  ['AP_IA_Engagement_007b', 'eu_eaa_offer_scheme'],
  ['RP_IA_Engagement_002', 'dc_signed_sd_jwt'],
]

/** Right wallets of the kinds that the campaign of the baselines leaves out. */
const otherRightWallets: readonly (Ran & { readonly green: readonly string[] })[] = [
  { preset: 'wallet_unit.good', wrong: null, green: ['AP_MS_ProtocolMessages_037a'] },
  { preset: 'lab.proof_attestation', wrong: null, green: ['AP_SM_DeviceBinding_013a'] },
  {
    preset: 'lab.request_object',
    wrong: null,
    declared: { par_request_object: true },
    green: ['034b', '034c', '034d'].map((number) => `AP_MS_ProtocolMessages_${number}`),
  },
  {
    preset: 'mdoc_baseline',
    wrong: null,
    declared: { request_uri_method_post: false },
    presents: { fetch: 'get' },
    green: ['RP_IA_ProtocolFlow_002d'],
  },
  { preset: 'dc_signed_sd_jwt', wrong: null, green: ['RP_IA_Engagement_002', 'RP_IA_ProtocolFlow_003a'] },
  { preset: 'dc_mode_plain', wrong: null, green: ['RP_IA_ProtocolFlow_003b_UF'] },
]

const named = <Of extends Ran>(rows: readonly Of[]) =>
  rows.map((row) => [`${row.wrong ?? (row.stops ? 'silence' : 'right')} in ${row.preset}`, row] as const)

describe('a wrong wallet', () => {
  it('is at hand for each case of the newest edition, or leaves nothing on record', () => {
    const red = new Set([...wrongWallets.flatMap((row) => row.red), ...unstarted.map(([id]) => id)])
    const decided = newestEdition.cases.filter(isDecidable).map(({ id }) => id.slice('WS_'.length))
    expect([...red].sort()).toEqual(decided.toSorted())
    expect([...newestEdition.unrecorded].sort()).toEqual(unstarted.map(([id]) => `WS_${id}`))
  })

  it.each(fixedShare(named(wrongWallets)))('fails its cases and no other: %s', async (_name, { red, ...ran }) => {
    expect(idsOf('failed', await casesAfter(ran))).toEqual(red)
  })
})

describe('a wallet that a link does not start', () => {
  const state = (version: string, id: string, changes: object) =>
    http(
      jsonPost('/coverage/results', {
        ...{ wallet: { name: 'Fennhollow', version }, case: `WS_${id}`, result: 'failed' },
        ...changes,
      }),
    )
  const caseOf = async (version: string, id: string) => {
    const asked = new URLSearchParams({ wallet: 'Fennhollow', version, edition: newestEdition.facts.id })
    const view = (await http({ path: `/coverage?${asked}` })).object() as unknown as CoverageView
    const one = view.cases.find((known) => known.id === `WS_${id}`)
    return { view, one: one as CoverageView['cases'][number] }
  }
  const sessionOf = async (version: string, preset: string): Promise<string> => {
    const wallet = { name: 'Fennhollow', version }
    const created = await http(jsonPost('/campaigns', { wallet, presets: [preset] }))
    expect(created.status, created.body).toBe(201)
    const begun = await http({ path: `/campaigns/${created.object().campaign_id}/next` })
    return String((begun.object().session as { session_id: string }).session_id)
  }

  it.each(unstarted)('fails %s by what a tester states, with the session as evidence', async (id, preset) => {
    const session_id = await sessionOf(id, preset)
    const evidence = [{ session_id }]
    for (const wrong of [{}, { evidence: [{ note: 'seen' }] }, { evidence, result: 'passed' }])
      expectError(await state(id, id, wrong), 400, 'invalid_request')
    expectError(await state(id, 'AP_IA_Supportive_010a', { evidence }), 400, 'invalid_request')
    const stated = await state(id, id, { evidence })
    expect(stated.status, stated.body).toBe(201)
    const { one, view } = await caseOf(id, id)
    expect(one).toMatchObject({
      verdict: 'failed',
      remark: 'A person stated that the wallet did not start.',
      cause: { session_id },
      entered: { result: 'failed', evidence, by: 'person' },
    })
    expect(view.headline).toMatchObject(
      one.relevancy === 'required' ? { failed: 1, causes: 1, told: 1 } : { failed: 0 },
    )
    expect((await state(id, id, { result: 'withdrawn' })).status).toBe(201)
    expect((await caseOf(id, id)).one).toMatchObject({ verdict: 'not_run', entered: null })
  })

  it('is told apart from one that nobody tried, once the session ran out', async () => {
    await sessionOf('patient', 'eu_eaa_offer_scheme')
    expect((await caseOf('patient', 'AP_IA_Engagement_007b')).one.remark).toBeNull()
    service.advance(2 * sessionSeconds)
    expect((await caseOf('patient', 'AP_IA_Engagement_007b')).one.remark).toMatch(/^No wallet asked/)
  })

  it('is none where the session shows a request of it, whatever was stated before', async () => {
    const id = 'AP_IA_Engagement_007b'
    const version = 'started'
    const session_id = await sessionOf(version, 'eu_eaa_offer_scheme')
    expect((await state(version, id, { evidence: [{ session_id }] })).status).toBe(201)
    const wallet = { name: 'Fennhollow', version }
    const created = await http(jsonPost('/campaigns', { wallet, presets: ['eu_eaa_offer_scheme'], auto_approve: true }))
    const address = campaignAddress(`${service.baseUrl}/campaigns/${created.object().campaign_id}`)
    await runCampaign({
      client: campaignClient(address, { http: send, patienceMillis: 0 }),
      ...{ origin: service.baseUrl, http: send, clock: service.now, ...knownVerifier(service.container) },
      wait: async (millis) => service.advance(millis / 1000),
    })
    const { one } = await caseOf(version, id)
    expect(one).toMatchObject({ verdict: 'passed', remark: expect.stringContaining('its session shows that it did') })
    const again = await state(version, id, { evidence: [{ session_id: one.session?.session_id }] })
    expectError(again, 400, 'invalid_request')
    expect(again.object().error_description).toMatch(/^The wallet did start/)
  })
})

describe('a case that a session did not come to', () => {
  it('names the check that explains the others that failed', async () => {
    const cases = await casesAfter({ preset: 'lab.request_object', wrong: 'vci.request_object.compact' })
    const open = cases.find(({ id }) => id === 'WS_AP_MS_ProtocolMessages_034d')
    expect(open).toMatchObject({
      verdict: 'inconclusive',
      remark: 'The session did not come so far: vci.request_object.compact failed.',
      cause: { check: 'vci.request_object.compact' },
    })
  })
})

describe('a right wallet', () => {
  it.each(fixedShare(named(otherRightWallets)))('passes its cases: %s', async (_name, { green, ...ran }) => {
    const cases = await casesAfter(ran)
    expect(idsOf('failed', cases)).toEqual([])
    expect(idsOf('passed', cases)).toEqual(expect.arrayContaining([...green]))
  })

  it('that plays the browser decides no case of one, which says so and is not offered to it again', async () => {
    const { cases, run_next } = await coverageAfter({ preset: 'dc_signed_sd_jwt', wrong: null, plays: true })
    const told = cases.filter(({ remark }) => remark?.startsWith('A program played the browser'))
    expect(idsOf('not_run', told)).toEqual(['RP_IA_Engagement_002', 'RP_IA_ProtocolFlow_003a'])
    // The campaign leaves out what only a declaration adds.
    const offered = newestEdition.cases.filter(({ applies_if }) => applies_if !== 'par_request_object')
    expect(run_next?.undecided).toBe(offered.length - told.length)
  })
})
