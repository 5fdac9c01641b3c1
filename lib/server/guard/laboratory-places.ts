import { z } from 'zod'
import { ProtocolError } from '@/lib/core/shared/ports/errors'
import type { ExchangeId } from '@/lib/core/shared/ports/ids'
import type { LaboratoryPlaces, Lack } from '@/lib/core/shared/ports/places'
import type { Store } from '@/lib/core/shared/ports/store'
import type { Commit, CommitOutcome, OneTimeValue } from '@/lib/core/shared/ports/store-types'
import { type EpochMillis, epochMillis, toIso } from '@/lib/core/shared/time/time'
import { createPlaces, type Holder, holderOf, type Places } from './places'

/** How long no request touched a laboratory that makes room for another. */
const untouchedMillis = 24 * 60 * 60 * 1000
/** How many laboratories storage is asked for their last touch, for one that wants a place; the next one goes on from there. */
const askedMax = 25
/** How many make room for one: more than one does where the bound was lowered. */
const madeRoomMax = 4
/** Seconds after which a place may be free. */
const retryAfterSeconds = '60'

/** What is kept with a laboratory: fingerprints of its maker's networks, whether the operator token came, and when that was. */
const zFacts = z.object({
  own: z.string().nullish(),
  around: z.string().nullish(),
  operator: z.boolean().optional(),
  at: z.number().optional(),
})

/** A laboratory that is served, or is being made. */
interface Served {
  readonly value: OneTimeValue
  readonly holder: Holder
  /** The last touch that is known; storage may know of a later one. */
  touched: number
}

export interface ManagedLaboratoryPlaces extends LaboratoryPlaces {
  /** Notes that a request was for this issuer: not every one leaves a record. */
  touched(issuerId: string, at: EpochMillis): void
  /** Applies a commit. */
  written(commit: Commit, outcome: CommitOutcome | null): void
  /** Ends what an exchange kept and did not use. */
  end(exchange: ExchangeId): void
}

/**
 * Who holds which laboratory is on record with it, so that a restart changes no share. Storage counts them each time, and what this
 * process knows is read again where that differs. Between the look at what is held and the keeping of a place nothing else happens, so
 * nobody takes one that another was given meanwhile.
 */
export function createLaboratoryPlaces({
  max,
  keepsPart,
  store,
  uuid,
  fingerprint,
}: {
  /** 0 for no bound. */
  readonly max: number
  /** Whether a part is kept for the operator. */
  readonly keepsPart: boolean
  /** The store that tells `written` of each commit. */
  readonly store: () => Pick<Store, 'commit' | 'lastTouched' | 'laboratories' | 'liveLaboratories'>
  readonly uuid: () => string
  readonly fingerprint: (text: string) => string
}): ManagedLaboratoryPlaces {
  /** By the id of their issuer, as all below. */
  let served = new Map<string, Served>()
  const kept = new Map<ExchangeId, { readonly issuerId: string; readonly holder: Holder }>()
  /** What is being read from storage, with what is written meanwhile. */
  let reading: { readonly into: Map<string, Served>; readonly done: Promise<void> } | null = null

  /** No address is on record, here neither. */
  const hidden = ({ own, around, isOperator }: Holder): Holder => ({
    own: own === null ? null : fingerprint(own),
    around: around === null ? null : fingerprint(around),
    isOperator,
  })

  const know = (into: Map<string, Served>, value: OneTimeValue): void => {
    const issuerId = value.issuerId ?? ''
    const { own = null, around = null, operator = false, at = 0 } = zFacts.safeParse(value.data).data ?? {}
    const touched = Math.max(at, served.get(issuerId)?.touched ?? 0)
    into.set(issuerId, { value, holder: { own, around, isOperator: operator }, touched })
  }

  const learn = async (at: EpochMillis): Promise<void> => {
    for (const [issuerId, { value }] of served) if (value.expiresAt <= at) served.delete(issuerId)
    const more = (await store().liveLaboratories(at)) - served.size
    // Storage may count those already that are being committed.
    if (more >= 0 && more <= kept.size) return
    reading ??= read(at)
    await reading.done
  }

  const read = (at: EpochMillis): NonNullable<typeof reading> => {
    const into = new Map<string, Served>()
    const whole = async () => {
      try {
        for (const value of await store().laboratories(at)) know(into, value)
        served = into
      } finally {
        reading = null
      }
    }
    return { into, done: whole() }
  }

  const sharedOut = (exchange: ExchangeId): Places => {
    const places = createPlaces(max, { keepsPart })
    for (const { holder } of served.values()) places.add(holder, 1)
    for (const [other, { issuerId, holder }] of kept)
      if (other !== exchange && !served.has(issuerId)) places.add(holder, 1)
    return places
  }

  /**
   * The laboratory that nobody touched for longest, if that is a day; `null` for none, or while it takes more to find out. Only the
   * operator gets the place of one of the operator's.
   */
  const longestUntouched = async (at: EpochMillis, isOperator: boolean): Promise<Served | null> => {
    const theirs = [...served.values()].filter(({ holder }) => isOperator || !holder.isOperator)
    const asked = new Set<Served>()
    for (;;) {
      const oldest = theirs.reduce<Served | null>((one, it) => (one && one.touched <= it.touched ? one : it), null)
      if (oldest === null || oldest.touched > at - untouchedMillis) return null
      if (asked.has(oldest)) return oldest
      if (asked.size >= askedMax) return null
      asked.add(oldest)
      const { sessionId } = oldest.value
      const touched = sessionId === null ? null : await store().lastTouched(sessionId)
      oldest.touched = Math.max(oldest.touched, touched ?? 0)
    }
  }

  /** Ends a laboratory, and says so in its session. Another process may have done so first, which makes room too. */
  const makeRoom = async ({ value, touched }: Served, at: EpochMillis): Promise<void> => {
    const { digest, issuerId, kind, sessionId } = value
    const detail = { last_request_at: toIso(epochMillis(touched)) }
    await store().commit({
      events:
        sessionId === null
          ? []
          : [{ id: uuid(), sessionId, exchangeId: null, at, type: 'laboratory_made_room', detail }],
      effects: [{ type: 'consume', kind, digest }],
    })
    served.delete(issuerId ?? '')
  }

  const take: LaboratoryPlaces['take'] = async ({ exchange, issuerId, seeker, at }) => {
    if (max === 0) return
    const holder = hidden(holderOf(seeker))
    await learn(at)
    for (let made = 0; ; made++) {
      const places = sharedOut(exchange)
      const lack = places.refusal(holder)
      if (lack === null) {
        kept.set(exchange, { issuerId, holder })
        return
      }
      const giving = lack === 'network' || made >= madeRoomMax ? null : await longestUntouched(at, seeker.isOperator)
      if (giving === null) throw noneFree(places, lack)
      await makeRoom(giving, at)
    }
  }

  return {
    take,
    factsOf(seeker, at) {
      const { own, around, isOperator } = hidden(holderOf(seeker))
      return { at, ...(own === null ? {} : { own, around }), ...(isOperator ? { operator: true } : {}) }
    },
    touched(issuerId, at) {
      const one = served.get(issuerId)
      if (one !== undefined) one.touched = Math.max(one.touched, at)
    },
    written({ effects }, outcome) {
      if (outcome?.status !== 'committed') return
      for (const effect of effects)
        if (effect.type === 'grant' && effect.value.kind === 'laboratory')
          for (const into of reading === null ? [served] : [served, reading.into]) know(into, effect.value)
    },
    end: (exchange) => void kept.delete(exchange),
  }
}

const noneFree = (places: Places, lack: Lack): ProtocolError => {
  const wait = 'Wait until one has ended, or no request has touched it for a day.'
  const description = `${places.words(lack, 'laboratories')} ${lack === 'network' ? 'Wait until one of them has ended.' : wait}`
  return new ProtocolError('too_many_requests', description, {}, [['Retry-After', retryAfterSeconds]])
}
