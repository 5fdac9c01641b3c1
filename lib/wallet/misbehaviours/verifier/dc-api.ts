import { createHash } from 'node:crypto'
import { sessionTranscript } from '../../formats/mso-mdoc/present'
import type { JsonObject } from '../../json'
import { need } from '../../run'
import type { SealedDraft } from '../../verifier/dc-api/annex-c/hpke'
import type { BrowserProtocol } from '../../verifier/dc-api/digital-request'
import type { VerifierFacts } from '../../verifier/facts'
import {
  inDeviceProof,
  inKeyBinding,
  invalidEncryptedResponse,
  invalidPresentation,
  invalidRequest,
  misbehaviour,
  pidMdoc,
} from './builders'
import type { PatchContext, PresentationMisbehaviour, PresentationNeeds } from './misbehaviour'

/** Needs a session whose request a browser carries with these protocols. */
const throughBrowser = (
  dc_api_protocols: readonly BrowserProtocol[],
  { sessionOptions, ...needs }: PresentationNeeds = {},
): PresentationNeeds => ({
  ...needs,
  sessionOptions: { presentation_channel: 'dc_api', dc_api_protocols: [...dc_api_protocols], ...sessionOptions },
})

const signed = throughBrowser(['openid4vp-v1-signed'])

const unsigned = throughBrowser(['openid4vp-v1-unsigned'])

/** A query for the PID as mdoc. */
const mdocQuery: JsonObject = { dcql_query: { credentials: [pidMdoc(['family_name', 'given_name', 'birth_date'])] } }

const signedMdoc = throughBrowser(['openid4vp-v1-signed'], { sessionOptions: mdocQuery })

/** The client for which the wallet mistakes an unsigned request, because it saw it elsewhere. */
const clientSeenElsewhere = `x509_hash:${createHash('sha256').update('another verifier').digest('base64url')}`

const appendSlash = ({ browser }: VerifierFacts): void => {
  if (browser !== null) browser.origin += '/'
}

/** A response that names another protocol than it was made for. */
const naming = (protocol: (facts: VerifierFacts) => string) => ({
  patchAnswer: {
    at: 'response',
    change: (answer: { protocol: string }, { facts }: { facts: VerifierFacts }) => {
      answer.protocol = protocol(facts)
    },
  } as const,
})

/** The user declines, and the wallet says so in an error response. */
const denied = (profile: PresentationNeeds['profile'] = {}): PresentationNeeds =>
  throughBrowser(['openid4vp-v1-signed'], { profile: { consent: 'denied', browserDenial: 'error', ...profile } })

const lacks = (kind: string, protocol: BrowserProtocol) =>
  misbehaviour(`vp.dcapi.${kind}_supported`, `Refuses a request that is right, because it is ${kind}`, 'accepted', {
    needs: throughBrowser([protocol]),
    ends: 'declined',
    lacksProtocol: protocol,
  })

/** Misbehaviours of a wallet that responds through a browser (OID4VP-1FINALA-A). */
export const dcApiMisbehaviours: PresentationMisbehaviour[] = [
  misbehaviour('vp.dcapi.result_shape', 'Gives its response to the browser as a JSON text', invalidRequest, {
    needs: signed,
    patchAnswer: {
      at: 'response',
      change: (answer) => {
        answer.data = JSON.stringify(answer.data)
      },
    },
  }),
  misbehaviour('vp.dcapi.protocol_requested', 'Names a protocol that was not asked for', invalidRequest, {
    needs: unsigned,
    ...naming(() => 'openid4vp-v1-signed'),
  }),
  misbehaviour('vp.dcapi.protocol_requested~draft', 'Names the protocol that drafts had', invalidRequest, {
    needs: unsigned,
    ...naming(() => 'openid4vp'),
  }),
  misbehaviour('vp.dcapi.protocol_consistent', 'Answers one request and names another one', invalidPresentation, {
    needs: throughBrowser(['openid4vp-v1-signed', 'openid4vp-v1-unsigned']),
    ...naming(({ browser }) => browser?.offered.find((one) => one !== browser.protocol) ?? ''),
    alsoFails: ['vp.kb.nonce'],
    decidedBy: 'vp.kb.nonce',
  }),
  inKeyBinding(
    'vp.dcapi.client_id_unused',
    'Makes the presentation for the client of the request, not for the origin',
    invalidPresentation,
    ({ claims }, { facts }) => {
      claims.aud = need(facts.request, 'request').clientId
    },
    { needs: signed, alsoFails: ['vp.kb.aud'], decidedBy: 'vp.kb.aud' },
  ),
  inKeyBinding(
    'vp.dcapi.client_id_unused~unsigned',
    'Makes the presentation for a client that an unsigned request does not name',
    invalidPresentation,
    ({ claims }) => {
      claims.aud = clientSeenElsewhere
    },
    { needs: unsigned, alsoFails: ['vp.kb.aud'], decidedBy: 'vp.kb.aud' },
  ),
  inDeviceProof(
    'vp.dcapi.client_id_unused~mdoc',
    'Signs the mdoc for the client and an address, as without a browser',
    invalidPresentation,
    (proof, { facts }) => {
      const responseUri = facts.browser?.page?.responseUrl ?? proof.handover.responseUri
      const { clientId, nonce, jwkThumbprint } = proof.handover
      proof.transcript = () => sessionTranscript({ clientId, nonce, jwkThumbprint, responseUri })
    },
    { needs: signedMdoc, alsoFails: ['vp.mdoc.device_signature'], decidedBy: 'vp.mdoc.device_signature' },
  ),
  misbehaviour(
    'vp.dcapi.origin_exact',
    'Makes the presentation for the origin with a slash at its end',
    invalidPresentation,
    {
      needs: signed,
      patchFacts: { at: 'response', change: appendSlash },
      alsoFails: ['vp.kb.aud'],
      decidedBy: 'vp.kb.aud',
    },
  ),
  misbehaviour(
    'vp.dcapi.origin_exact~mdoc',
    'Signs the mdoc for the origin with a slash at its end',
    invalidPresentation,
    {
      needs: signedMdoc,
      patchFacts: { at: 'response', change: appendSlash },
      alsoFails: ['vp.mdoc.device_signature'],
      decidedBy: 'vp.mdoc.device_signature',
    },
  ),
  inDeviceProof(
    'vp.dcapi.thumbprint',
    'Signs the mdoc as for a response in the clear, and encrypts it',
    invalidPresentation,
    ({ handover }) => {
      handover.jwkThumbprint = null
    },
    { needs: signedMdoc, alsoFails: ['vp.mdoc.device_signature'], decidedBy: 'vp.mdoc.device_signature' },
  ),
  misbehaviour('vp.dcapi.error_single_member', 'Declines through a browser, and describes the error', 'accepted', {
    needs: denied(),
    patchResponse: {
      at: 'response',
      change: (response) => {
        response.error_description = 'The user said no'
      },
    },
  }),
  misbehaviour('vp.dcapi.error_before_consent', 'Declines through a browser before its user could', 'accepted', {
    needs: denied({ consentMillis: 0 }),
    byProfile: 'browser_result',
  }),
  misbehaviour('vp.dcapi.answered_in_browser', 'Posts a response itself before the browser takes one', invalidRequest, {
    needs: signed,
    ends: 'presented',
    probe: {
      when: 'before',
      at: 'browser_result',
      request: ({ facts }) => ({
        step: 'response',
        method: 'POST',
        url: need(facts.browser?.page, 'page').responseUrl,
        headers: [['Content-Type', 'application/x-www-form-urlencoded']],
        body: 'response=in-the-wrong-place',
      }),
    },
  }),
  lacks('unsigned', 'openid4vp-v1-unsigned'),
  lacks('signed', 'openid4vp-v1-signed'),
  lacks('multisigned', 'openid4vp-v1-multisigned'),
]

const query = { dcql_query: { credentials: [pidMdoc(['family_name', 'given_name', 'birth_date'])] } }

const needs = throughBrowser(['org-iso-mdoc'], { sessionOptions: query })

/** A misbehaviour in how the response is sealed. */
const inSealed = (id: string, title: string, change: (draft: SealedDraft, context: PatchContext) => void) =>
  misbehaviour(id, title, invalidEncryptedResponse, { needs, patchSealed: { at: 'response', change } })

/** Misbehaviours of a wallet that responds with `org-iso-mdoc` (ISO18013-7-C, RFC 9180). */
export const annexCMisbehaviours: PresentationMisbehaviour[] = [
  inSealed('vp.annexc.response_text', 'Pads the text of its sealed response', (draft) => {
    draft.finish = (text) => `${text}${'='.repeat(4 - (text.length % 4))}`
  }),
  inSealed('vp.annexc.structure', 'Names the structure around its sealed response in capitals', (draft) => {
    draft.name = 'DCAPI'
  }),
  inSealed('vp.annexc.enc_point', 'Sends the encapsulated key as a compressed point', (draft) => {
    draft.enc = (point) => Buffer.concat([Buffer.from([2 + ((point.at(-1) ?? 0) & 1)]), point.subarray(1, 33)])
  }),
  inSealed('vp.annexc.decrypts', 'Seals its response without the session transcript', ({ input }) => {
    input.info = Buffer.alloc(0)
  }),
  inSealed('vp.annexc.decrypts~aad', 'Seals the session transcript as additional data', ({ input }) => {
    input.aad = input.info
    input.info = Buffer.alloc(0)
  }),
  misbehaviour(
    'vp.annexc.decrypts~no_key',
    'Seals its response to a key of its own because the request has none',
    invalidEncryptedResponse,
    {
      needs: throughBrowser(['org-iso-mdoc'], {
        sessionOptions: { ...query, negative_test: 'dc_annexc_no_key' },
        profile: { verification: 'none' },
      }),
      byProfile: 'response',
    },
  ),
  inSealed('vp.annexc.plaintext', 'Seals the text of its device response, not the bytes', ({ input }) => {
    input.plaintext = Buffer.from(input.plaintext.toString('base64url'))
  }),
  misbehaviour('vp.annexc.only_response', 'Sends a vp_token beside its sealed response', 'accepted', {
    needs,
    patchResponse: {
      at: 'response',
      change: (response) => {
        response.vp_token = {}
      },
    },
  }),
]

/** A negative test of a browser request, and the matching careless wallet. */
interface Careless {
  readonly test: string
  readonly although: string
  readonly protocol?: BrowserProtocol
  /** No MUST requires a refusal, so the response is accepted. */
  readonly isAdvisory?: true
  readonly members?: JsonObject
  readonly responseMode?: 'direct_post'
  readonly alsoFails?: string[]
}

const careless: readonly Careless[] = [
  { test: 'dc_wrong_expected_origins', although: 'the request is for the page of another verifier' },
  { test: 'dc_empty_expected_origins', although: 'the request is for no page' },
  { test: 'dc_no_expected_origins', although: 'the request does not say for which page it is', isAdvisory: true },
  { test: 'dc_origin_not_normalised', although: 'the request writes the origin of its page in another way' },
  { test: 'dc_no_client_id', although: 'the signed request has no client_id', isAdvisory: true },
  { test: 'dc_mode_direct_post', although: 'the request wants its response at an address' },
  {
    test: 'dc_mode_plain',
    although: 'the response is not to be encrypted, as HAIP demands',
    isAdvisory: true,
    responseMode: 'direct_post',
  },
  {
    test: 'dc_request_uri',
    although: 'the request is nothing but an address',
    // The wallet knows neither nonce nor query nor key, and guesses them.
    alsoFails: [
      ...['vp.kb.nonce', 'vp.response.encrypted', 'vp.token.ids_known', 'vp.token.no_partial'],
      'vp.token.sets_satisfied',
    ],
  },
  {
    test: 'dc_protocol_mismatch',
    although: 'a signed request comes as an unsigned one',
    protocol: 'openid4vp-v1-unsigned',
    isAdvisory: true,
  },
  {
    test: 'dc_multisigned_all_bad',
    although: 'every signature of the request is wrong',
    protocol: 'openid4vp-v1-multisigned',
    isAdvisory: true,
  },
  {
    test: 'dc_multisigned_client_in_payload',
    although: 'the client_id stands in the payload of the request',
    protocol: 'openid4vp-v1-multisigned',
    isAdvisory: true,
  },
  {
    test: 'dc_annexc_bad_reader_auth',
    although: 'the signature of the reader is wrong',
    protocol: 'org-iso-mdoc',
    isAdvisory: true,
    members: mdocQuery,
  },
]

/** Reactions to deliberately wrong requests through a browser (OID4VP-1FINALA-A.2). */
export const dcRefusalMisbehaviours: PresentationMisbehaviour[] = careless.map(
  ({ test, although, protocol = 'openid4vp-v1-signed', isAdvisory = false, members, responseMode, alsoFails }) =>
    misbehaviour(
      `vp.negative.rejected~${test}`,
      `Presents although ${although}`,
      isAdvisory ? 'accepted' : { status: 400, error: 'request_should_have_been_rejected' },
      {
        needs: throughBrowser([protocol], {
          sessionOptions: { negative_test: test, ...members },
          profile: { verification: 'none' },
          ...(responseMode === undefined ? {} : { responseMode }),
        }),
        byProfile: 'response',
        ...(alsoFails === undefined ? {} : { alsoFails }),
      },
    ),
)
