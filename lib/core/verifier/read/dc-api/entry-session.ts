import type { DcApiEntry } from '../../../ground/ports/dc-api'
import type { PresentationSession } from '../../../ground/ports/store-types'
import { sessionOfEntry } from '../request/dc-api/entry-parameters'

/** The session as an answer to one entry is read: with the request, the nonce and the key of that entry. OID4VP-1FINALA-A.3 */
export const entrySession = (session: PresentationSession, entry: DcApiEntry): PresentationSession => ({
  ...sessionOfEntry(session, entry),
  encryptionKid: entry.encryptionKid,
  sealedEncryptionKey: session.sealedEntryKeys?.[session.dcApi?.entries.indexOf(entry) ?? -1] ?? null,
})

/** The same for each entry; the session alone where a link carries its request. */
export const entrySessions = (session: PresentationSession): readonly PresentationSession[] =>
  session.dcApi === undefined ? [session] : session.dcApi.entries.map((entry) => entrySession(session, entry))
