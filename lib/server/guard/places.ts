import type { Lack, NoPlace, Seeker } from '@/lib/core/shared/ports/places'
import { sharingNetworksOf } from './client-networks'

/**
 * The parts of every bound of the installation: what one network may hold, what the network around it may, and what is kept for
 * whoever sends the operator token, where one is set. So an address holds an eighth, and who owns an IPv6 /48 or an IPv4 /24 a
 * quarter. Each is at least one place, unless the bound is a single one: that is kept for nobody.
 */
const parts = { own: 1 / 8, around: 1 / 4, operator: 1 / 4 } as const

/** Who holds places: by which networks it shares, none for this machine itself; and whether the operator token came. */
export interface Holder {
  readonly own: string | null
  readonly around: string | null
  readonly isOperator: boolean
}

/** A bound, shared out. A refusal and a hold without a pause between them are one step: nobody gets more than is there. */
export interface Places {
  /** Why this holder does not get so much more; `null` if it does. `of`: the part of the bound that this kind may use. */
  refusal(holder: Holder, amount?: number, of?: number): Lack | null
  /** Adds to what a holder has, or takes it away. */
  add(holder: Holder, amount: number): void
  /** Takes one place, and returns what gives it back, once; or why there is none. `what`: the name of several places. */
  take(seeker: Seeker, what: string): (() => void) | NoPlace
  /** That reason as a sentence. */
  words(lack: Lack, what: string): string
}

export const holderOf = ({ remoteAddress, isOperator }: Seeker): Holder => ({
  ...(sharingNetworksOf(remoteAddress) ?? { own: null, around: null }),
  isOperator,
})

const partOf = (max: number, part: number): number => Math.max(1, Math.floor(max * part))

/** Shares out `max` places. `keepsPart`: an operator token is set. The operator has no share, but all that is free. */
export function createPlaces(max: number, { keepsPart }: { readonly keepsPart: boolean }): Places {
  const strangersMax = keepsPart && max > 1 ? max - partOf(max, parts.operator) : max
  const [ownMax, aroundMax] = [partOf(max, parts.own), partOf(max, parts.around)]
  const held = { all: 0, strangers: 0 }
  const networks = new Map<string, number>()

  const countsOf = ({ own, around }: Holder) =>
    own === null || around === null
      ? []
      : [
          { key: `own ${own}`, max: ownMax },
          { key: `around ${around}`, max: aroundMax },
        ]

  const places: Places = {
    refusal(holder, amount = 1, of = 1) {
      if (!holder.isOperator) {
        if (countsOf(holder).some(({ key, max: share }) => (networks.get(key) ?? 0) + amount > share * of))
          return 'network'
        if (strangersMax < max && held.strangers + amount > strangersMax * of) return 'strangers'
      }
      return held.all + amount > max * of ? 'all' : null
    },
    add(holder, amount) {
      held.all += amount
      if (holder.isOperator) return
      held.strangers += amount
      for (const { key } of countsOf(holder)) {
        const now = (networks.get(key) ?? 0) + amount
        if (now === 0) networks.delete(key)
        else networks.set(key, now)
      }
    },
    take(seeker, what) {
      const holder = holderOf(seeker)
      const lack = places.refusal(holder)
      if (lack !== null) return { lack, because: places.words(lack, what) }
      places.add(holder, 1)
      let isHeld = true
      return () => {
        if (isHeld) places.add(holder, -1)
        isHeld = false
      }
    },
    words: (lack, what) =>
      lack === 'network'
        ? `Your network has its share of the ${what}: one address may have ${ownMax} of ${max}, the network around it ${aroundMax}.`
        : lack === 'strangers'
          ? `All ${strangersMax} ${what} are taken that are not kept for whoever sends the operator token.`
          : `All ${max} ${what} are taken.`,
  }
  return places
}
