import type { Level, Profile } from '../checks/check'
import type { FindingStatus } from '../finding'
import type { ConformanceEntry, LevelCounts, ProfileCounts, SummaryView, Verdict } from './session-view'

const heaviest: readonly FindingStatus[] = ['fail', 'warn', 'pass', 'not_observed', 'not_applicable']

/** The worst status of each check: a failure that was corrected later still counts. */
export function worstByCheck(conformance: readonly ConformanceEntry[]): ConformanceEntry[] {
  const worst = new Map<string, ConformanceEntry>()
  for (const entry of conformance) {
    const known = worst.get(entry.id)
    if (!known || heaviest.indexOf(entry.status) < heaviest.indexOf(known.status)) worst.set(entry.id, entry)
  }
  return [...worst.values()]
}

/**
 * Counts and verdicts of a session. Only must decides a verdict. Nothing passes unseen: a profile of which no must was
 * seen to hold, because none applies or none was reached, stays `incomplete`. So does one that the session does not claim,
 * for what breaks it is no failure there. `haipDecides`: the top verdict counts profile `haip` too.
 */
export function summarise(
  conformance: readonly ConformanceEntry[],
  finished: boolean,
  {
    unclaimed = [],
    haipDecides = false,
  }: { readonly unclaimed?: readonly Profile[]; readonly haipDecides?: boolean } = {},
): SummaryView {
  const checks = worstByCheck(conformance)
  const level = (name: Level): LevelCounts => {
    const of = (status: FindingStatus) =>
      checks.filter((entry) => entry.level === name && entry.status === status).length
    return { pass: of('pass'), fail: of('fail'), not_observed: of('not_observed') }
  }
  const verdict = (wanted: (entry: ConformanceEntry) => boolean): Verdict => {
    const musts = checks.filter((entry) => wanted(entry) && entry.level === 'must')
    if (musts.some(({ status }) => status === 'fail')) return 'fail'
    return finished && musts.some(({ status }) => status === 'pass') ? 'pass' : 'incomplete'
  }
  const profile = (name: Profile): ProfileCounts => {
    const of = (status: FindingStatus) =>
      checks.filter((entry) => entry.profile === name && entry.status === status).length
    return {
      pass: of('pass'),
      fail: of('fail'),
      warn: of('warn'),
      verdict: unclaimed.includes(name) ? 'incomplete' : verdict((entry) => entry.profile === name),
    }
  }
  return {
    must: level('must'),
    should: level('should'),
    by_profile: { base: profile('base'), haip: profile('haip'), pid: profile('pid') },
    verdict: verdict((entry) => haipDecides || entry.profile !== 'haip'),
  }
}
