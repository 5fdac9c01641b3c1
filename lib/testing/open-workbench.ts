import { randomBytes } from 'node:crypto'
import { doorIdOf, newWorkbenchId, workbenchDigests, workbenchMark } from '@/lib/core/engine/sessions/workbench'
import type { Session } from '@/lib/core/shared/ports/store-types'
import { addSeconds } from '@/lib/core/shared/time/time'
import type { JsonObject } from '@/lib/core/shared/values/json'
import type { TestService } from './service'

/** A workbench of a test. */
export interface OpenWorkbench {
  readonly id: string
  /** The id in its addresses for wallets. */
  readonly door: string
  readonly digest: string
  readonly mark: string
  /** Its sessions by their numbers, at most a hundred. */
  readonly sessions: () => Promise<Session[]>
}

/** Stores a workbench with these settings. `clientId`: the verifier in its link. */
export async function openWorkbench(
  service: Pick<TestService, 'container' | 'now'>,
  {
    issuance = {},
    presentation = {},
    clientId = '',
  }: { readonly issuance?: JsonObject; readonly presentation?: JsonObject; readonly clientId?: string },
): Promise<OpenWorkbench> {
  const { ports } = service.container
  const id = newWorkbenchId((bytes) => randomBytes(bytes))
  const digests = workbenchDigests(id, 0, ports)
  const at = service.now()
  const workbench = {
    ...digests,
    viewNumber: 0,
    version: 1,
    issuance,
    presentation,
    code: {
      offerScheme: 'openid-credential-offer://',
      scheme: 'openid4vp://',
      clientId,
      requestUriMethod: 'get',
    },
    lastNumber: 0,
    createdAt: at,
    usedAt: at,
    expiresAt: addSeconds(at, 30 * 86_400),
  } as const
  await ports.store.commit({ workbench, events: [], effects: [] })
  return {
    id,
    door: doorIdOf(id, ports.keyedHash),
    digest: digests.digest,
    mark: workbenchMark(digests.digest),
    sessions: () => ports.store.workbenchSessions({ workbench: digests.digest, after: 0, order: 'oldest', max: 100 }),
  }
}
