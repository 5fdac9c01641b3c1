import { alwaysJudged, type Examples, type ExamplesById } from '../../engine/checks/examples'
import type { DcApiEntry, DcApiProtocol } from '../../shared/ports/dc-api'
import type { PresentedSubject, ResponseReading } from '../read/response/response-reading'
import type { Door } from './dcapi'
import {
  browserError,
  browserMdoc,
  browserResponse,
  browserSdJwt,
  browserSdJwtFor,
  browserSession,
  otherNonce,
  signedEntry,
  unsignedEntry,
} from './fixtures/browser-response'
import { goodMdoc, unreadableMdoc } from './fixtures/mdoc-reading'
import { closedResponse, emptyResponse, goodPresented, goodResponse, mdocMatch, presented } from './fixtures/response'
import { goodSdJwt } from './fixtures/sd-jwt-reading'

const both = browserSession([signedEntry, unsignedEntry])
const isoEntry: DcApiEntry = {
  protocol: 'org-iso-mdoc',
  nonce: otherNonce,
  encryptionKid: null,
  thumbprint: null,
  encryptionInfo: 'gmVkY2FwaQ',
}
const unbound: PresentedSubject = {
  answer: browserResponse(),
  presented: { ...goodPresented, reading: { ...goodSdJwt, kbJwt: { present: false } } },
}
const unreadable: PresentedSubject = {
  answer: browserResponse(),
  presented: { ...goodPresented, match: mdocMatch, reading: unreadableMdoc },
}
const inLink = presented()

/** How a wallet answered a correct request of one form. */
const supported = (protocol: DcApiProtocol): Examples<ResponseReading> => {
  const entry = { ...signedEntry, protocol }
  const named = { named: entry, entry, protocol }
  const session = browserSession([entry])
  return {
    pass: [browserResponse(named, { session })],
    violated: [
      browserError(named, { code: 'invalid_request' }, { session }),
      browserError(named, { code: null }, { session }),
    ],
    notApplicable: [
      goodResponse,
      browserResponse({ named: null }),
      browserError(named, { code: 'access_denied' }, { session }),
      browserError(
        named,
        { code: 'invalid_request' },
        { session: { ...session, requestProblems: [{ severity: 'violation' }] } },
      ),
      browserError(
        named,
        {},
        { session: { ...session, options: { ...session.options, negative_test: 'bad_signature' } } },
      ),
      browserResponse(named, { session, kind: 'nothing' }),
      browserResponse(named, { session, jwe: closedResponse.jwe }),
    ],
  }
}

export const dcapiExamples: ExamplesById<ResponseReading> = {
  'vp.dcapi.result_shape': {
    pass: [browserResponse(), browserResponse({ protocol: 'openid4vp', named: null })],
    violated: [
      browserResponse({ dataType: 'string' }),
      browserResponse({ dataType: 'absent' }),
      browserResponse({ protocol: undefined, named: null }),
      browserResponse({ protocol: 1, named: null }),
    ],
    notApplicable: [goodResponse],
  },
  'vp.dcapi.protocol_requested': {
    pass: [browserResponse(), browserResponse({ named: unsignedEntry, protocol: unsignedEntry.protocol })],
    violated: [
      browserResponse({ protocol: 'openid4vp-v1-unsigned', named: null }),
      browserResponse({ protocol: 'openid4vp', named: null }),
      browserResponse({ protocol: 'preview', named: null }),
      browserResponse({ protocol: 'OpenID4VP-v1-signed', named: null }),
    ],
    notApplicable: [goodResponse, browserResponse({ protocol: undefined, named: null })],
  },
  'vp.dcapi.error_single_member': {
    pass: [browserError()],
    violated: [
      browserError({ members: ['error', 'error_description'] }),
      browserError({ members: ['response'] }, { encrypted: true }),
      browserError(
        { members: ['response'] },
        { encrypted: true },
        { parameters: { ...goodResponse.parameters, names: ['error', 'state'] } },
      ),
    ],
    notApplicable: [browserResponse(), goodResponse],
  },
  'vp.dcapi.error_before_consent': {
    pass: [browserError(), browserError({ elapsedMillis: 1000 })],
    violated: [browserError({ elapsedMillis: 999 }), browserError({ elapsedMillis: 0 })],
    notApplicable: [browserResponse({ elapsedMillis: 0 }), browserError({ elapsedMillis: null }), emptyResponse],
  },
  'vp.dcapi.unsigned_supported': supported('openid4vp-v1-unsigned'),
  'vp.dcapi.signed_supported': supported('openid4vp-v1-signed'),
  'vp.dcapi.multisigned_supported': supported('openid4vp-v1-multisigned'),
}

export const dcapiPresentedExamples: ExamplesById<PresentedSubject> = {
  'vp.dcapi.protocol_consistent': {
    pass: [
      browserSdJwt(null, browserResponse({}, { session: both })),
      browserMdoc('dc_api', browserResponse({}, { session: both })),
      browserSdJwt(null, browserResponse({ openedBy: null }, { session: both })),
    ],
    violated: [
      browserSdJwt(null, browserResponse({}, { session: both }), otherNonce),
      browserSdJwt(null, browserResponse({ openedBy: unsignedEntry }, { session: both })),
      browserMdoc('dc_api_other_entry', browserResponse({}, { session: both })),
      browserMdoc('annex_c', browserResponse({}, { session: both })),
    ],
    notApplicable: [inLink, browserSdJwt(null, browserResponse(), otherNonce)],
  },
  'vp.dcapi.client_id_unused': {
    pass: [browserSdJwt(), browserMdoc(), browserSdJwt('aud_has_slash'), browserMdoc('dc_api_slash')],
    violated: [
      browserSdJwt('aud_is_client_id_in_browser'),
      browserSdJwt('aud_is_client_id_without_prefix_in_browser'),
      browserSdJwt('aud_is_foreign_client_id_in_browser'),
      browserSdJwt('aud_is_response_uri_in_browser'),
      browserMdoc('openid4vp'),
      browserMdoc('redirect_with_origin'),
    ],
    notApplicable: [inLink, unbound, unreadable, browserMdoc(null)],
  },
  'vp.dcapi.origin_exact': {
    pass: [
      browserSdJwt(),
      browserMdoc(),
      // The origin is right, its prefix wrong.
      browserSdJwt('aud_is_web_origin'),
      browserSdJwt('aud_is_bare_origin'),
      // Other checks report audiences that are no origin.
      browserSdJwt('aud_is_client_id_in_browser'),
      browserSdJwt('aud_is_response_uri_in_browser'),
      browserMdoc('openid4vp'),
      browserSdJwtFor(),
    ],
    violated: [
      browserSdJwt('aud_has_slash'),
      browserSdJwt('aud_has_default_port'),
      browserSdJwt('aud_has_other_scheme'),
      browserSdJwt('aud_is_other_origin'),
      browserSdJwt('aud_is_host'),
      browserSdJwtFor('origin:https://evil.example'),
      browserSdJwtFor('https://evil.example'),
      browserSdJwtFor('origin:HTTPS://VERIFIER.EXAMPLE'),
      browserSdJwtFor('origin:https://verifier.example:80'),
      browserSdJwtFor('origin:https://verifier.example/present/x'),
      browserSdJwtFor('origin:origin:https://verifier.example'),
      browserMdoc('dc_api_slash'),
      browserMdoc('dc_api_extra_origin'),
      browserMdoc('dc_api_prefixed_origin'),
    ],
    notApplicable: [inLink, unbound, unreadable, browserMdoc(null)],
  },
  'vp.dcapi.thumbprint': {
    pass: [browserMdoc(), browserMdoc('dc_api_slash')],
    violated: [browserMdoc('dc_api_without_thumbprint'), browserMdoc('dc_api_thumbprint_text')],
    notApplicable: [
      inLink,
      browserSdJwt(),
      browserMdoc(null),
      unreadable,
      { ...browserMdoc(), answer: goodResponse },
      browserMdoc('dc_api', browserResponse({ named: isoEntry, entry: isoEntry })),
      {
        answer: browserResponse(),
        presented: { ...goodPresented, match: mdocMatch, reading: { ...goodMdoc, documents: [] } },
      },
    ],
  },
}

export const dcapiDoorExamples: ExamplesById<Door> = {
  'vp.dcapi.answered_in_browser': {
    pass: [{ door: 'browser' }],
    violated: [{ door: 'request' }, { door: 'response' }],
    notApplicable: alwaysJudged,
  },
}
