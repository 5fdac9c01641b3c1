import type { MdocDraft } from '../../formats/mso-mdoc/issue'
import type { DeviceProof, DeviceResponseDraft, DocumentDraft } from '../../formats/mso-mdoc/present'
import type { SdJwtVcDraft } from '../../formats/sd-jwt-vc/issue'
import type { SdJwtDraft } from '../../formats/sd-jwt-vc/present'
import type { WireRequest } from '../../http/wire'
import type { JweDraft } from '../../jose/jwe'
import { type JwtDraft, readJws, signJwt } from '../../jose/jws'
import type { JsonObject } from '../../json'
import { need } from '../../run'
import type { DcqlQuery } from '../../verifier/dcql/dcql-query'
import type { VerifierFacts } from '../../verifier/facts'
import type { Form } from '../misbehaviour'
import type { PatchContext, PresentationMisbehaviour, PresentationNeeds } from './misbehaviour'

type Expect = PresentationMisbehaviour['expect']

/** Members of a misbehaviour besides its name, expected response and hook. */
export type Extra = Partial<Omit<PresentationMisbehaviour, 'id' | 'title' | 'expect'>>

type Change<Draft> = (draft: Draft, context: PatchContext) => void

export const invalidRequest = { status: 400, error: 'invalid_request' }

export const invalidResponseMode = { status: 400, error: 'invalid_response_mode' }

export const invalidEncryptedResponse = { status: 400, error: 'invalid_encrypted_response' }

export const stateMismatch = { status: 400, error: 'state_mismatch' }

export const invalidPresentation = { status: 400, error: 'invalid_presentation' }

/** The extra members with these needs added. */
const merged = (extra: Extra, needs: PresentationNeeds): Extra => ({
  ...extra,
  needs: { ...needs, ...extra.needs, profile: { ...needs.profile, ...extra.needs?.profile } },
})

/** A misbehaviour in the request for the request object. */
export const inFetch = (id: string, title: string, change: Change<WireRequest>, extra: Extra = {}) =>
  misbehaviour(id, title, 'accepted', { ...extra, patchRequest: { at: 'request_object', change } })

/** A misbehaviour in the form of the POST request for the request object. */
export const inFetchForm = (id: string, title: string, change: Change<Form>, extra: Extra = {}) =>
  misbehaviour(id, title, 'accepted', {
    ...merged(extra, { method: 'post' }),
    patchForm: { at: 'request_object', change },
  })

/** A misbehaviour in the wallet metadata. */
export const inMetadata = (id: string, title: string, change: Change<JsonObject>, extra: Extra = {}) =>
  misbehaviour(id, title, 'accepted', {
    ...merged(extra, { method: 'post' }),
    patchWalletMetadata: { at: 'request_object', change },
  })

/** A misbehaviour in the request that carries the response. */
export const inSending = (id: string, title: string, expect: Expect, change: Change<WireRequest>, extra: Extra = {}) =>
  misbehaviour(id, title, expect, { ...extra, patchRequest: { at: 'response', change } })

/** A misbehaviour in the parameters of the response. */
export const inResponse = (id: string, title: string, expect: Expect, change: Change<JsonObject>, extra: Extra = {}) =>
  misbehaviour(id, title, expect, { ...extra, patchResponse: { at: 'response', change } })

/** A misbehaviour in the form of the response. */
export const inForm = (id: string, title: string, expect: Expect, change: Change<Form>, extra: Extra = {}) =>
  misbehaviour(id, title, expect, { ...extra, patchForm: { at: 'response', change } })

/** A misbehaviour in the JWE of the response. */
export const inJwe = (id: string, title: string, expect: Expect, change: Change<JweDraft>, extra: Extra = {}) =>
  misbehaviour(id, title, expect, { ...extra, patchEncryption: { at: 'response', change } })

/** A misbehaviour in the `vp_token`. */
export const inToken = (id: string, title: string, expect: Expect, change: Change<JsonObject>, extra: Extra = {}) =>
  misbehaviour(id, title, expect, { ...extra, patchVpToken: { at: 'response', change } })

/** The wallet misreads the query. */
export const inQuery = (id: string, title: string, expect: Expect, change: Change<DcqlQuery>, extra: Extra = {}) =>
  misbehaviour(id, title, expect, { ...extra, patchQuery: { at: 'response', change } })

/** A misbehaviour in what is disclosed of a credential. */
export const inPresentation = (
  id: string,
  title: string,
  expect: Expect,
  change: Change<SdJwtDraft>,
  extra: Extra = {},
) => misbehaviour(id, title, expect, { ...extra, patchPresentation: { at: 'response', change } })

/** A misbehaviour in the key binding JWT. */
export const inKeyBinding = (id: string, title: string, expect: Expect, change: Change<JwtDraft>, extra: Extra = {}) =>
  misbehaviour(id, title, expect, { ...extra, patchKeyBinding: { at: 'response', change } })

/** The credential comes from an unknown issuer, with an error of that issuer. */
export const inIssuance = (
  id: string,
  title: string,
  expect: Expect,
  change: Change<SdJwtVcDraft>,
  extra: Extra = {},
) =>
  misbehaviour(id, title, expect, {
    ...merged(extra, { profile: { credential: 'foreign' } }),
    patchIssuance: { at: 'response', change },
  })

/** A misbehaviour that would stop the wallet itself from reading the credential, so it is applied after selection. */
export const inIssuerJwt = (
  id: string,
  title: string,
  expect: Expect,
  change: (jwt: JwtDraft, draft: SdJwtDraft, context: PatchContext) => void,
  extra: Extra = {},
) =>
  misbehaviour(id, title, expect, {
    ...merged(extra, { profile: { credential: 'foreign' } }),
    patchPresentation: {
      at: 'response',
      change: (draft, context) => {
        const { header, claims } = need(readJws(draft.issuerJwt), 'issuer JWT')
        const jwt = { header, claims, key: need(context.facts.foreignIssuer, 'issuer of its own').current.key }
        change(jwt, draft, context)
        draft.issuerJwt = signJwt(jwt)
      },
    },
  })

/** The user declines, and the wallet reports it incorrectly. */
export const inError = (id: string, title: string, change: Change<JsonObject>, extra: Extra = {}) =>
  misbehaviour(id, title, 'accepted', {
    ...merged(extra, { profile: { consent: 'denied' } }),
    patchResponse: { at: 'response', change },
  })

/** Sends the response unencrypted. */
export const sendInClear = ({ replyTo }: VerifierFacts): void => {
  if (replyTo !== null) replyTo.recipient = null
}

/** Needs a session with this query. */
export const asking = (...credentials: JsonObject[]): PresentationNeeds => ({
  sessionOptions: { dcql_query: { credentials } },
})

/** A query for a PID with these members. */
export const pid = (changes: JsonObject = {}, id = 'pid'): JsonObject => ({
  id,
  format: 'dc+sd-jwt',
  meta: { vct_values: ['urn:eudi:pid:1'] },
  ...changes,
})

/** Claims queries for these paths. */
export const claims = (...paths: (string | number | null)[][]): JsonObject => ({
  claims: paths.map((path) => ({ path })),
})

export function misbehaviour(id: string, title: string, expect: Expect, extra: Extra): PresentationMisbehaviour {
  return { id, title, expect, ...extra }
}

/** The document type of a PID, and the namespace of its elements. */
export const mdocPid = 'eu.europa.ec.eudi.pid.1'

/** A query for these elements of the PID as mdoc. */
export const pidMdoc = (elements: string[], changes: JsonObject = {}): JsonObject => ({
  id: 'pid',
  format: 'mso_mdoc',
  meta: { doctype_value: mdocPid },
  ...claims(...elements.map((name) => [mdocPid, name])),
  ...changes,
})

/** Needs a session that asks for an mdoc. */
export const askingMdoc: PresentationNeeds = asking(pidMdoc(['family_name', 'given_name', 'birth_date']))

const foreign: PresentationNeeds = { ...askingMdoc, profile: { credential: 'foreign' } }

/** A misbehaviour in what is disclosed of an mdoc. */
export const inDocument = (
  id: string,
  title: string,
  expect: Expect,
  change: Change<DocumentDraft>,
  extra: Extra = {},
) => misbehaviour(id, title, expect, { ...merged(extra, askingMdoc), patchDocument: { at: 'response', change } })

/** A misbehaviour in the proof of the device. */
export const inDeviceProof = (
  id: string,
  title: string,
  expect: Expect,
  change: Change<DeviceProof>,
  extra: Extra = {},
) => misbehaviour(id, title, expect, { ...merged(extra, askingMdoc), patchDeviceProof: { at: 'response', change } })

/** A misbehaviour in the device response around the document. */
export const inDeviceResponse = (
  id: string,
  title: string,
  expect: Expect,
  change: Change<DeviceResponseDraft>,
  extra: Extra = {},
) => misbehaviour(id, title, expect, { ...merged(extra, askingMdoc), patchDeviceResponse: { at: 'response', change } })

/** The mdoc comes from an unknown issuer, with an error of that issuer. */
export const inMdocIssuance = (
  id: string,
  title: string,
  expect: Expect,
  change: Change<MdocDraft>,
  extra: Extra = {},
) => misbehaviour(id, title, expect, { ...merged(extra, foreign), patchMdocIssuance: { at: 'response', change } })
