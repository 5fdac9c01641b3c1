import type { RequestContext } from '../../../engine/endpoints/request-context'
import type { DcApi, DcApiEntry } from '../../../ground/ports/dc-api'
import type { PresentationSession } from '../../../ground/ports/store-types'
import type { Json, JsonObject } from '../../../ground/values/json'
import type { RequestFacts, ResponseParameters } from '../response/response-reading'
import type { AnnexCReading } from './annex-c-reading'
import { deviceResponsesByQuery } from './device-responses'
import { readAnnexC } from './read-annex-c'

/** An answer in the form of ISO/IEC 18013-7, and what it means in the terms of OpenID4VP. */
export interface OpenedAnnexC {
  readonly reading: AnnexCReading
  /** With a `vp_token` made of its documents, where there are any. */
  readonly parameters: ResponseParameters
  /** RFC 7638 thumbprint of the key that it was opened with; `null` where it did not open. */
  readonly thumbprint: string | null
}

/**
 * Opens an answer in the form of ISO/IEC 18013-7. Its documents are read as an answer of OpenID4VP to the same query would be: one
 * presentation for each credential query. Never throws because of what the wallet sent.
 * @param data as the browser handed it back; nothing where that was no object
 * @see ISO18013-7-C
 */
export async function openAnnexC(
  data: JsonObject,
  {
    session,
    dcApi,
    entry,
    request: { dcql, binding },
  }: {
    readonly session: PresentationSession
    readonly dcApi: DcApi
    readonly entry: DcApiEntry
    readonly request: Pick<RequestFacts, 'dcql' | 'binding'>
  },
  { ports }: Pick<RequestContext, 'ports'>,
): Promise<OpenedAnnexC> {
  const keys = await Promise.all(
    dcApi.entries.map(async (one, place) => {
      const sealed = session.sealedEntryKeys?.[place] ?? null
      const key = sealed === null ? null : await ports.verifierKeys.openResponseKey(sealed)
      return { isOwn: one === entry, open: key?.openHpke ?? null }
    }),
  )
  const reading = readAnnexC(data, {
    encryptionInfo: entry.encryptionInfo ?? '',
    origin: binding?.origin ?? '',
    open: keys.find(({ isOwn }) => isOwn)?.open ?? null,
    openOthers: keys.flatMap(({ isOwn, open }) => (isOwn || open === null ? [] : [open])),
    ports,
  })
  const deviceResponse = reading.plaintext?.deviceResponse ?? null
  const answered = deviceResponse === null || dcql === null ? [] : deviceResponsesByQuery(deviceResponse, dcql)
  const vpToken: Json | undefined =
    answered.length === 0 ? undefined : Object.fromEntries(answered.map(({ queryId, text }) => [queryId, [text]]))
  return {
    reading,
    parameters: { ...parametersOf(data), vpToken },
    thumbprint: reading.opened ? entry.thumbprint : null,
  }
}

/** An error stands alone: beside a response it is just another member. */
function parametersOf(data: JsonObject): ResponseParameters {
  const errors: JsonObject = data.response === undefined ? data : {}
  return {
    source: 'json_body',
    names: Object.keys(data),
    vpToken: undefined,
    idToken: undefined,
    code: undefined,
    state: undefined,
    iss: undefined,
    error: errors.error,
    errorDescription: errors.error_description,
    errorUri: errors.error_uri,
    presentationSubmission: undefined,
  }
}
