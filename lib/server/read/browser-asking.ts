import { loadSession } from '@/lib/core/engine/sessions/load-session'
import { readDcqlQuery } from '@/lib/core/shared/dcql/read-dcql-query'
import type { DcApiProtocol } from '@/lib/core/shared/ports/dc-api'
import type { Ports } from '@/lib/core/shared/ports/ports'
import type { ProtocolSettings } from '@/lib/core/shared/ports/settings'
import { type AskedCredential, askedCredentials } from '@/lib/core/verifier/evidence/verifier-title'
import { verifierHistory } from '@/lib/core/verifier/history/verifier-history'
import { ownOrigin } from '@/lib/core/verifier/identity/verifier-uris'
import { type ResponseGate, responseGate } from '@/lib/core/verifier/read/response/response-reading'

/** Why nothing can be asked any more: a wallet answered, as many answers as may be were refused, or the time is over. */
export type Ending = 'answered' | 'refused' | 'expired'

const endings: Record<ResponseGate, Ending> = {
  response_already_received: 'answered',
  session_expired: 'expired',
  too_many_attempts: 'refused',
}

/** A request that a browser carries to a wallet, as the person is told of it. */
export interface BrowserAsking {
  readonly sessionId: string
  /** The origin that the browser tells the wallet, and no header of a request. */
  readonly origin: string
  readonly credentials: readonly AskedCredential[]
  /** Whether the wallet presents some of them, as the request allows; else all. */
  readonly isChoice: boolean
  /** The protocols that the browser may choose from, in the order of the request. */
  readonly protocols: readonly DcApiProtocol[]
  /** `null` while a wallet can be asked. */
  readonly ending: Ending | null
}

/** Reads one; `null` if no presentation session that a browser carries has this id. Throws StoreUnavailable. */
export async function readBrowserAsking(
  id: string,
  {
    ports,
    settings,
  }: { readonly ports: Pick<Ports, 'store' | 'now'>; readonly settings: Pick<ProtocolSettings, 'baseUrl'> },
): Promise<BrowserAsking | null> {
  const session = await loadSession('presentation', id, ports)
  if (session?.dcApi === undefined) return null
  const gate = responseGate(verifierHistory(session, await ports.store.events(session.sessionId), ports.now()))
  const query = session.request.dcql_query ?? null
  return {
    sessionId: session.sessionId,
    origin: ownOrigin(settings.baseUrl),
    credentials: askedCredentials(query),
    isChoice: readDcqlQuery(query).credentialSets !== null,
    protocols: session.dcApi.entries.map(({ protocol }) => protocol),
    ending: gate && endings[gate],
  }
}
