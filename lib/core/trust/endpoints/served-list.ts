import { z } from 'zod'
import type { DecidedEffect } from '../../engine/endpoints/decided'
import type { RequestContext } from '../../engine/endpoints/request-context'
import type { Reply } from '../../shared/http/exchange'
import { digestOf } from '../../shared/ports/digests'
import type { StandingKind, StandingValue } from '../../shared/ports/store-types'
import { epochMillis } from '../../shared/time/time'
import { type ListScope, listContent, releaseKey } from '../../shared/trust/lists/make/list-content'
import {
  contentDigest,
  currentRelease,
  type ListChanges,
  type ListRelease,
  signList,
} from '../../shared/trust/lists/make/sign-list'
import type { TrustListName } from '../../shared/trust/lists/profiles'
import { cachedReply, unavailableReply } from './documents'
import type { EarlierRelease } from './reads'

/** Seconds between releases of a session's or alias's list, for which libraries cache it. */
const scopedSeconds = 300

/** A list as currently served. */
export interface ServedList {
  readonly reply: Reply
  /** `null` for an unreadable one. */
  readonly sequence: number | null
  /** The release served before a deliberately wrong one; absent without one. */
  readonly earlier?: EarlierRelease
  /** Stores a new release. */
  readonly effects: readonly DecidedEffect[]
}

/**
 * A signed list of a scope, under the stored release or the next one. `wrong`: its deliberate errors. Throws
 * StoreUnavailable.
 * @see E602-6.3.2, E602-6.3.15
 */
export async function servedList(
  list: TrustListName,
  scope: ListScope,
  { exchange, ports, settings: { baseUrl, trustListHours } }: RequestContext,
  wrong: ListChanges = {},
): Promise<ServedList> {
  const keys = await ports.trustKeys()
  const right = listContent(list, { baseUrl, scope, keys })
  const content = wrong.content?.(right) ?? right
  const { standing, release: previous } = await knownRelease(list, scope, ports)
  const earlier =
    Object.keys(wrong).length === 0 || previous === null
      ? {}
      : { earlier: { sequence: previous.sequence, valid: previous.nextUpdate > exchange.at } }
  if (wrong.unreachable) return { reply: unavailableReply(), sequence: null, effects: [], ...earlier }
  // An alias may have served the installation's list before, so its numbers continue from there.
  const sequenceMin =
    scope.kind === 'alias' && previous === null
      ? ((await knownRelease(list, { kind: 'installation' }, ports)).release?.sequence ?? 0) + 1
      : 1
  const release = currentRelease(previous, {
    content: contentDigest(content, keys.operator, ports.sha256),
    now: exchange.at,
    ttlSeconds: scope.kind === 'installation' ? trustListHours * 3600 : scopedSeconds,
    sequenceMin,
  })
  const text = signList(content, release, { signer: keys.operator, sha256: ports.sha256, wrong })
  const version = digestOf(JSON.stringify([release, Object.keys(wrong)]), ports.sha256)
  return {
    reply: cachedReply({ mediaType: 'application/jwt', text, version }, exchange),
    sequence: (wrong.release?.(release) ?? release).sequence,
    ...earlier,
    effects: release === previous ? [] : [{ type: 'replace', ...nextStanding(standing, release, exchange.at) }],
  }
}

const zRelease = z.object({
  sequence: z.int(),
  content: z.string(),
  issued_at: z.number(),
  next_update: z.number(),
})

const kindOf = ({ kind }: ListScope): StandingKind =>
  kind === 'installation' ? 'list_release' : 'session_list_release'

async function knownRelease(
  list: TrustListName,
  scope: ListScope,
  { store, sha256 }: Pick<RequestContext['ports'], 'store' | 'sha256'>,
): Promise<{ readonly standing: StandingPlace; readonly release: ListRelease | null }> {
  const [kind, digest] = [kindOf(scope), digestOf(releaseKey(scope, list), sha256)]
  const value = await store.standingValue(kind, digest)
  const read = zRelease.safeParse(value?.data)
  return {
    standing: { kind, digest, version: value?.version ?? 0 },
    release: !read.success
      ? null
      : {
          sequence: read.data.sequence,
          content: read.data.content,
          issuedAt: epochMillis(read.data.issued_at),
          nextUpdate: epochMillis(read.data.next_update),
        },
  }
}

/** The last served release of an installation list; `null` before the first. Throws StoreUnavailable. */
export const lastRelease = async (
  list: TrustListName,
  ports: Pick<RequestContext['ports'], 'store' | 'sha256'>,
): Promise<ListRelease | null> => (await knownRelease(list, { kind: 'installation' }, ports)).release

type StandingPlace = Pick<StandingValue, 'kind' | 'digest' | 'version'>

const nextStanding = (
  { kind, digest, version }: StandingPlace,
  { sequence, content, issuedAt, nextUpdate }: ListRelease,
  changedAt: StandingValue['changedAt'],
): { readonly value: StandingValue; readonly replaces: number } => ({
  replaces: version,
  value: {
    kind,
    digest,
    version: version + 1,
    changedAt,
    data: { sequence, content, issued_at: issuedAt, next_update: nextUpdate },
  },
})
