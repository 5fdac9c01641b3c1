import { createHash } from 'node:crypto'
import { sessionTranscript } from '../../formats/mso-mdoc/session-transcript'
import type { JsonObject } from '../../json'
import { need } from '../../run'
import type { BrowserProtocol } from '../../verifier/dc-api/digital-request'
import type { VerifierFacts } from '../../verifier/facts'
import { inKeyBinding, invalidPresentation, invalidRequest, misbehaviour } from './builders'
import { inDeviceProof, pidMdoc } from './mdoc-builders'
import type { PresentationMisbehaviour, PresentationNeeds } from './misbehaviour'

/** Needs a session whose request a browser carries, by these protocols. */
export const throughBrowser = (
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

/** The client that a wallet takes an unsigned request for, because it saw it elsewhere. */
const clientSeenElsewhere = `x509_hash:${createHash('sha256').update('another verifier').digest('base64url')}`

const appendSlash = ({ browser }: VerifierFacts): void => {
  if (browser !== null) browser.origin += '/'
}

/** An answer that names another protocol than it is made for. */
const naming = (protocol: (facts: VerifierFacts) => string) => ({
  patchAnswer: {
    at: 'response',
    change: (answer: { protocol: string }, { facts }: { facts: VerifierFacts }) => {
      answer.protocol = protocol(facts)
    },
  } as const,
})

/** The user does not agree, and the wallet says so in an error response. */
const denied = (profile: PresentationNeeds['profile'] = {}): PresentationNeeds =>
  throughBrowser(['openid4vp-v1-signed'], { profile: { consent: 'denied', browserDenial: 'error', ...profile } })

const lacks = (kind: string, protocol: BrowserProtocol) =>
  misbehaviour(`vp.dcapi.${kind}_supported`, `Refuses a request that is right, because it is ${kind}`, 'accepted', {
    needs: throughBrowser([protocol]),
    ends: 'declined',
    lacksProtocol: protocol,
  })

/** What a wallet does wrong that answers through a browser (OID4VP-1FINALA-A). */
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
