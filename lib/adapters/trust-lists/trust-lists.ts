import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Clock, FetchDocument, TrustPurpose, VerifySignature } from '@/lib/core/shared/ports/ports'
import type { TrustListState } from '@/lib/core/shared/ports/trust'
import { addSeconds, type EpochMillis, epochMillis } from '@/lib/core/shared/time/time'
import {
  type ListPointer,
  type ListReading,
  listProblems,
  readTrustedList,
  type TrustedList,
} from '@/lib/core/shared/trust/lists/read/read-list'
import { makeKeyDirectory, readKeyFile, replaceKeyFile } from '../crypto/key-files'
import { certificateReader, type ListedAnchor, type ListedAnchors } from '../crypto/read-certificates'
import type { AnchorLists } from '../crypto/trust-anchors'
import { anchorsOfList, type ListAnchors, listTypesOf, usable } from './list-anchors'
import { fetchTrustedList, type ListSource, listsMax, readListSources } from './list-sources'

/** Maximum age of a list before it is refetched: a day. */
const rereadSeconds = 24 * 3600
/** Refetch this long before `nextUpdate`, so there is never a gap. */
const earlySeconds = 60
/** Delay before retrying a failed fetch. */
const retrySeconds = 15 * 60
/** Number of concurrent fetches. The guarded fetch allows eight documents. */
const atOnce = 4

/** Lists of trusted entities that this installation relies on. */
export interface TrustLists extends AnchorLists {
  /** The state of each list in the order of the file, each followed by those that it points to. */
  readonly states: () => readonly TrustListState[]
  /** Refetches the lists that are due. Never rejects. */
  readonly refresh: () => Promise<void>
  /** Time of the next refetch; `null` without lists. */
  readonly due: () => EpochMillis | null
}

/** A release that was valid when it was fetched. */
interface Release {
  readonly list: TrustedList
  readonly anchors: ListAnchors
}

interface Entry {
  readonly source: ListSource
  readonly pointed: Map<string, Entry>
  release: Release | null
  /** Sequence number of the newest valid release, in force or not. */
  sequence: number | null
  leftOut: number
  readAt: EpochMillis | null
  dueAt: EpochMillis
  problems: readonly string[]
}

interface Means {
  readonly dataDir: string
  readonly now: Clock
  readonly verifySignature: VerifySignature
  readonly fetchList: FetchDocument
  /** Called when the reportable state of a list changes. */
  readonly report: (state: TrustListState) => void
}

/**
 * Opens the lists of `trust/lists.json`. Releases stored on disk take effect at once, others once they are fetched. An
 * invalid list anchors nothing; its last valid release stays in force until its next update.
 * @throws KeyFileError with one sentence when the configuration cannot be read
 */
export async function openTrustLists({ dataDir, now, verifySignature, fetchList, report }: Means): Promise<TrustLists> {
  const kept = keptLists(dataDir)
  const configured: Entry[] = []
  let version = 0
  let reading: Promise<void> | null = null
  const snapshots = new Map<TrustPurpose, { readonly anchors: ListedAnchors; readonly until: number }>()

  async function open(source: ListSource): Promise<Entry> {
    const entry: Entry = {
      source,
      pointed: new Map(),
      release: null,
      sequence: null,
      leftOut: 0,
      readAt: null,
      dueAt: now(),
      problems: [],
    }
    const document = await kept.read(source).catch((error: unknown) => {
      entry.problems = [`The release before the start cannot be read: ${messageOf(error)}`]
      return null
    })
    if (document === null) return entry
    const read = await judge(document, entry)
    // Its signer is no longer configured, so its sequence number does not count.
    if (read.valid) take(entry, read.list)
    else if (read.facts !== null && read.problems.every((problem) => problem === 'expired'))
      entry.sequence = read.facts.sequence
    return entry
  }

  function judge(document: string, { source, sequence }: Entry): Promise<ListReading> {
    const readOperators = certificateReader(source.operators, { now })
    return readTrustedList(document, { now: now(), readOperators, verifySignature, sequence })
  }

  function take(entry: Entry, list: TrustedList): void {
    entry.release = { list, anchors: anchorsOfList(list, entry.source.purpose) }
    entry.sequence = list.sequence
    version += 1
    snapshots.clear()
  }

  async function read(entry: Entry): Promise<void> {
    const before = said(entry)
    const got = await fetchTrustedList(entry.source, fetchList)
    const result = got.got ? await judge(got.document, entry) : null
    entry.readAt = now()
    if (got.got && result?.valid) {
      entry.problems = await kept.write(entry.source, got.document).then(
        () => [],
        (error: unknown) => [`It is in force, but cannot be kept: ${messageOf(error)}`],
      )
      take(entry, result.list)
    } else entry.problems = !got.got ? [got.why] : result === null || result.valid ? [] : sentencesOf(result)
    entry.dueAt = dueAfter(entry, result?.valid === true)
    if (said(entry) !== before) report(stateOf(entry))
  }

  function dueAfter({ release }: Entry, valid: boolean): EpochMillis {
    if (!valid || release === null) return addSeconds(now(), retrySeconds)
    const early = Math.max(addSeconds(now(), earlySeconds), addSeconds(release.list.nextUpdate, -earlySeconds))
    return epochMillis(Math.min(early, addSeconds(now(), rereadSeconds)))
  }

  /** Opens the lists that a configured list points to, and drops those that it no longer points to. */
  async function follow(entry: Entry): Promise<void> {
    const list = inForce(entry)?.list
    if (list === undefined) return
    const pointers = list.pointers.filter((pointer) => isOf(pointer, entry.source))
    const locations = new Set(pointers.map(({ location }) => location))
    for (const location of entry.pointed.keys()) {
      if (locations.has(location)) continue
      entry.pointed.delete(location)
      version += 1
      snapshots.clear()
    }
    entry.leftOut = 0
    for (const pointer of pointers) {
      const { location } = pointer
      const known = entry.pointed.get(location)
      const operators = pointer.operators.flatMap((encoded) => usable(encoded) ?? [])
      if (known !== undefined && sameCertificates(known.source.operators, operators)) continue
      if (known === undefined && all().length >= listsMax) entry.leftOut += 1
      else {
        const { purpose, location: via } = entry.source
        entry.pointed.set(location, await open({ location, from: 'url', operators, purpose, via }))
        version += 1
        snapshots.clear()
      }
    }
  }

  const isOf = ({ location, types }: ListPointer, source: ListSource): boolean =>
    location !== source.location &&
    types.some((type) => listTypesOf(source.purpose).includes(type)) &&
    !configured.some((other) => other.source.location === location && other.source.purpose === source.purpose)

  const all = (): Entry[] => configured.flatMap((entry) => [entry, ...entry.pointed.values()])

  const inForce = ({ release }: Entry): Release | null =>
    release !== null && release.list.nextUpdate > now() ? release : null

  async function readDue(entries: readonly Entry[]): Promise<void> {
    const due = entries.filter(({ dueAt }) => dueAt <= now())
    for (let from = 0; from < due.length; from += atOnce) await Promise.all(due.slice(from, from + atOnce).map(read))
  }

  async function refresh(): Promise<void> {
    await readDue(configured)
    for (const entry of configured) await follow(entry)
    await readDue(configured.flatMap(({ pointed }) => [...pointed.values()]))
  }

  function stateOf(entry: Entry): TrustListState {
    const { source, readAt, problems, leftOut } = entry
    const release = inForce(entry)
    const { location, purpose, via } = source
    return {
      location,
      purpose,
      via,
      inForce: release && {
        operator: release.list.operator,
        territory: release.list.territory,
        sequence: release.list.sequence,
        issuedAt: release.list.issuedAt,
        nextUpdate: release.list.nextUpdate,
        issuance: release.anchors.issuance.length,
        revocation: release.anchors.revocation.length,
        unusable: release.anchors.unusable,
        leftOut,
      },
      readAt,
      problems,
    }
  }

  /** Identifies a reportable state: whether the list is in force, which release, and why no newer one. */
  const said = (entry: Entry): string => {
    const { inForce, problems, readAt } = stateOf(entry)
    return JSON.stringify([inForce?.sequence ?? null, problems, readAt === null])
  }

  function snapshotOf(purpose: TrustPurpose): ListedAnchors {
    const known = snapshots.get(purpose)
    if (known !== undefined && now() < known.until) return known.anchors
    const part = purpose === 'credential_status' ? 'revocation' : 'issuance'
    const releases = entriesOf(purpose).flatMap((entry) => inForce(entry) ?? [])
    const anchors: ListedAnchor[] = releases.flatMap((release) => [...release.anchors[part]])
    const made = { anchors: releases.length === 0 ? null : anchors }
    if (known !== undefined) version += 1
    const until = Math.min(...releases.map(({ list }) => list.nextUpdate), Number.POSITIVE_INFINITY)
    snapshots.set(purpose, { anchors: made, until })
    return made
  }

  const entriesOf = (purpose: TrustPurpose): Entry[] =>
    all().filter(({ source }) => source.purpose === (purpose === 'wallet' ? 'wallet' : 'credential_issuer'))

  for (const source of await readListSources(dataDir)) configured.push(await open(source))
  return {
    version: () => {
      for (const purpose of snapshots.keys()) snapshotOf(purpose)
      return version
    },
    anchors: (purpose) => (entriesOf(purpose).length === 0 ? null : snapshotOf(purpose)),
    states: () => all().map(stateOf),
    refresh: () => {
      reading ??= refresh().finally(() => {
        reading = null
      })
      return reading
    },
    due: () => (configured.length === 0 ? null : epochMillis(Math.min(...all().map(({ dueAt }) => dueAt)))),
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown error')

const sentencesOf = ({ problems, pointer }: Extract<ListReading, { valid: false }>): string[] =>
  problems.map((problem) => (pointer === null ? listProblems[problem] : `${listProblems[problem]} See ${pointer}.`))

const sameCertificates = (some: ListSource['operators'], others: ListSource['operators']): boolean =>
  some.length === others.length && some.every(({ raw }, index) => others[index]?.raw.equals(raw))

/** The last valid release of each list on disk: it survives restarts, and guards against older releases. */
interface KeptLists {
  /** `null` where none is kept. */
  read(source: ListSource): Promise<string | null>
  /** Rejects with one sentence when it cannot be written. */
  write(source: ListSource, document: string): Promise<void>
}

/** Stores lists in `trust-lists/` of the data directory, which is created on first use. */
function keptLists(dataDir: string): KeptLists {
  const directory = join(dataDir, 'trust-lists')
  const pathOf = ({ location, purpose }: ListSource): string =>
    join(directory, `${createHash('sha256').update(`${purpose} ${location}`).digest('hex').slice(0, 32)}.jwt`)
  return {
    read: (source) => readKeyFile(pathOf(source)),
    write: async (source, document) => {
      await makeKeyDirectory(directory)
      await replaceKeyFile(pathOf(source), document)
    },
  }
}
