import type { MdocDraft } from '../../formats/mso-mdoc/issue'
import type { DeviceProof, DeviceResponseDraft, DocumentDraft } from '../../formats/mso-mdoc/present'
import type { SdJwtVcDraft } from '../../formats/sd-jwt-vc/issue'
import type { SdJwtDraft } from '../../formats/sd-jwt-vc/present'
import type { JweDraft } from '../../jose/jwe'
import type { JwtDraft } from '../../jose/jws'
import type { JsonObject } from '../../json'
import type { SealedDraft } from '../../verifier/dc-api/annex-c/hpke'
import type { BrowserProtocol } from '../../verifier/dc-api/digital-request'
import type { DcqlQuery } from '../../verifier/dcql/dcql-query'
import type { VerifierFacts } from '../../verifier/facts'
import type { PresentationProfile } from '../../verifier/settings'
import type { VerifierRun } from '../../verifier/verifier-run'
import type * as common from '../misbehaviour'

/** What a patch of presentation may read. */
export type PatchContext = common.PatchContext<VerifierFacts, PresentationProfile>

type Patch<Draft> = common.Patch<Draft, VerifierFacts, PresentationProfile>

/** What a run requires of its session. */
export interface PresentationNeeds {
  /** `get` by default. */
  method?: 'get' | 'post'
  /** `by_reference` by default. */
  delivery?: 'by_reference' | 'by_value'
  /** `direct_post.jwt` by default. */
  responseMode?: 'direct_post' | 'direct_post.jwt'
  /**
   * Shows only with a link (or, with `dc_api` among the `sessionOptions`, only with a browser). Absent: in both, if
   * both have the part it changes.
   */
  channel?: 'url'
  /**
   * Only possible over OpenID4VP; `org-iso-mdoc` responses lack the part it changes: the text of an mdoc, or what its
   * device signs.
   */
  openId?: true
  /** Further members of the session request. */
  sessionOptions?: JsonObject
  /** Wallet settings. */
  profile?: Partial<PresentationProfile>
  /** Only shows if the wallet evaluates trust. */
  trust?: true
  /**
   * The rule spans several sessions: make this many runs in one process with the same credentials, and judge the last
   * one.
   */
  runs?: number
}

/** The credential format that a session with these needs asks for. */
export const formatNeeded = ({ sessionOptions }: PresentationNeeds): 'mso_mdoc' | 'dc+sd-jwt' =>
  JSON.stringify(sessionOptions?.dcql_query ?? '').includes('"mso_mdoc"') ? 'mso_mdoc' : 'dc+sd-jwt'

const ofSdJwt = ['patchIssuance', 'patchPresentation', 'patchKeyBinding'] as const
const ofMdoc = ['patchMdocIssuance', 'patchDocument', 'patchDeviceProof', 'patchDeviceResponse'] as const

/** The credential formats that a misbehaviour affects; empty when it is not in a credential. */
const formatsBroken = (one: PresentationMisbehaviour): readonly ('mso_mdoc' | 'dc+sd-jwt')[] => [
  ...(ofSdJwt.some((patch) => one[patch] !== undefined) ? (['dc+sd-jwt'] as const) : []),
  ...(ofMdoc.some((patch) => one[patch] !== undefined) ? (['mso_mdoc'] as const) : []),
]

/** Formats of which one must be presented for the misbehaviour to show; empty if any will do. */
export function formatsShowing(one: PresentationMisbehaviour): readonly ('mso_mdoc' | 'dc+sd-jwt')[] {
  const patched = formatsBroken(one)
  // Being from an unknown issuer is the misbehaviour here: its check is that of the format.
  if (patched.length === 0 && one.id === 'vp.sdjwt.issuer_trusted') return ['dc+sd-jwt']
  // The wallet's settings can be the misbehaviour: then what the session asks for decides.
  return patched.length === 0 && formatNeeded(one.needs ?? {}) === 'mso_mdoc' ? ['mso_mdoc'] : patched
}

/** One rule that the wallet deliberately breaks while it presents. */
export interface PresentationMisbehaviour
  extends common.MisbehaviourHead<VerifierRun['outcome']>,
    common.WireMisbehaviour<VerifierFacts, PresentationProfile> {
  needs?: PresentationNeeds

  patchWalletMetadata?: Patch<JsonObject>
  /** Changes how the wallet reads the query, and so what it selects. */
  patchQuery?: Patch<DcqlQuery>
  /** Changes the SD-JWT VC that the wallet issues to itself. */
  patchIssuance?: Patch<SdJwtVcDraft>
  /** Changes the mdoc that the wallet issues to itself. */
  patchMdocIssuance?: Patch<MdocDraft>
  patchPresentation?: Patch<SdJwtDraft>
  patchKeyBinding?: Patch<JwtDraft>
  /** Changes the document of an mdoc, before the device signs. */
  patchDocument?: Patch<DocumentDraft>
  patchDeviceProof?: Patch<DeviceProof>
  /** Changes the device response, after the device has signed. */
  patchDeviceResponse?: Patch<DeviceResponseDraft>
  patchIdToken?: Patch<JwtDraft>
  patchVpToken?: Patch<JsonObject>
  /** Changes the parameters of the response or error before they are encoded or encrypted. */
  patchResponse?: Patch<JsonObject>
  /** Changes the response before it is encrypted. */
  patchEncryption?: Patch<JweDraft>
  /** Changes the input for sealing an `org-iso-mdoc` response. */
  patchSealed?: Patch<SealedDraft>
  /** Changes what the wallet returns to the browser. */
  patchAnswer?: Patch<{ protocol: string; data: unknown }>
  /** The protocol whose browser requests the wallet always refuses. */
  lacksProtocol?: BrowserProtocol
  /** Changes the parameters of a form. */
  patchForm?: Patch<[name: string, value: string][]>
}

/** How a run with this misbehaviour ends. */
export function endOf({ ends, expect, needs }: PresentationMisbehaviour): VerifierRun['outcome'] {
  const well = needs?.profile?.consent === 'denied' ? 'declined' : 'presented'
  return ends ?? (expect === 'accepted' ? well : 'refused_by_verifier')
}

/** The body of the session request (`POST /openid4vp/sessions`) for a run with these needs. */
export function sessionRequestOf({ method, delivery, responseMode, sessionOptions }: PresentationNeeds): JsonObject {
  return {
    ...(method === undefined ? {} : { request_uri_method: method }),
    ...(delivery === undefined ? {} : { request_delivery: delivery }),
    ...(responseMode === undefined ? {} : { response_mode: responseMode }),
    ...sessionOptions,
  }
}
