import type { OutcomeTone } from '../engine/evidence/outcomes'

/** A session as the list of a workbench shows it. */
export interface RunLine {
  readonly number: number
  readonly sessionId: string
  readonly kind: 'issuance' | 'presentation'
  readonly tone: OutcomeTone
  /** The check that is to be fixed first; `null` for none. */
  readonly cause: string | null
  /** What was wrong there, without the value that came; `null` for nothing. */
  readonly says: string | null
  /** What happened, in a few words. */
  readonly what: string
  /** Names of the credential formats that it is about; empty if it names none. */
  readonly formats: string
  /** The campaign that it is a step of, and how many steps that has; `null` for none. */
  readonly campaign: { readonly id: string; readonly title: string; readonly steps: number } | null
  /** Sessions with equal settings have equal texts. */
  readonly settings: string
  /** Checks that passed. */
  readonly passed: ReadonlySet<string>
  readonly startedBy: string | null
  /** What its wallet calls itself; `null` if it does not say. */
  readonly program: string | null
  /** From its creation to its last exchange; `null` if no wallet used it. */
  readonly tookMillis: number | null
  /** Whether nothing more can happen in it. */
  readonly isOver: boolean
  /** RFC 3339. */
  readonly at: string
}

/** Neighbours of the list that say the same, as one row. */
export interface RunGroup {
  /** The newest of them, which stands for all. */
  readonly newest: RunLine
  /** Newest first. */
  readonly runs: readonly RunLine[]
  /** That of the newest; of a campaign the worst. */
  readonly tone: OutcomeTone
  /** `kb.aud`, or what happened; of a campaign `Smoke 6/7`. */
  readonly label: string
  /** The check that this run passed after it led the runs before, and how many those were; `null` for none. */
  readonly fixed: { readonly check: string; readonly tries: number } | null
}

/** Where a session stands in its workbench. */
export interface PlaceOfRun {
  readonly number: number
  /** How many sessions there are. */
  readonly of: number
  /** 4 for the fourth neighbour that says the same. */
  readonly time: number
}

/** The place of a session of these groups. */
export function placeOfRun(groups: readonly RunGroup[], number: number): PlaceOfRun {
  const found = groups.find((group) => group.runs.some((run) => run.number === number))
  // The steps of a campaign are not one thing that happened several times.
  const runs = found?.newest.campaign === null ? found.runs : (found?.runs.filter((run) => run.number === number) ?? [])
  return {
    number,
    of: groups.reduce((sum, group) => sum + group.runs.length, 0),
    time: runs.length - runs.findIndex((run) => run.number === number),
  }
}

/** A check's id without its wing, which stands beside it. */
const withoutWing = (check: string): string => check.replace(/^(?:vci|vp)\./, '')

/** The words of a fixed check: `dpop.htu fixed after 4 tries`. */
export const fixedWords = ({ check, tries }: NonNullable<RunGroup['fixed']>): string =>
  `${withoutWing(check)} fixed after ${tries === 1 ? '1 try' : `${tries} tries`}`

const isSame = (one: RunLine, other: RunLine): boolean =>
  one.campaign === null && other.campaign === null ? saysTheSame(one, other) : one.campaign?.id === other.campaign?.id

const saysTheSame = (one: RunLine, other: RunLine): boolean =>
  one.kind === other.kind &&
  one.settings === other.settings &&
  one.cause === other.cause &&
  one.tone === other.tone &&
  one.what === other.what

/**
 * Folds the sessions of a workbench to rows: neighbours of the same kind and settings with the same cause are one, and so
 * are neighbours of one campaign.
 * @param runs newest first, at most 200
 * @returns newest first
 */
export function foldRuns(runs: readonly RunLine[]): RunGroup[] {
  const groups: RunLine[][] = []
  for (const run of runs) {
    const group = groups.at(-1)
    if (group?.[0] !== undefined && isSame(group[0], run)) group.push(run)
    else groups.push([run])
  }
  return groups.flatMap((group, place): RunGroup[] => {
    const [newest] = group
    if (newest === undefined) return []
    const { campaign, tone, cause, what } = newest
    if (campaign !== null) return [{ newest, runs: group, ...campaignRow(campaign, group), fixed: null }]
    const label = cause === null ? what : withoutWing(cause)
    return [{ newest, runs: group, tone, label, fixed: fixedBy(group, groups.slice(place + 1)) }]
  })
}

/** Tones of the steps of a campaign, the one that its row has first. */
const worstFirst: readonly OutcomeTone[] = ['fail', 'open', 'warn', 'pass']

/** The row of a campaign: the worst of its steps, and how many passed. */
function campaignRow(
  { title, steps }: NonNullable<RunLine['campaign']>,
  runs: readonly RunLine[],
): Pick<RunGroup, 'tone' | 'label'> {
  const passed = runs.filter(({ tone }) => tone === 'pass' || tone === 'warn').length
  return {
    tone: worstFirst.find((tone) => runs.some((run) => run.tone === tone)) ?? 'open',
    label: `${title} ${passed}/${steps}`,
  }
}

/** What the first run of a group fixed: the cause of the group before it, of the same kind and settings. */
function fixedBy(group: readonly RunLine[], before: readonly (readonly RunLine[])[]): RunGroup['fixed'] {
  const first = group.at(-1)
  const failed = before.find(([one]) => one !== undefined && one.campaign === null && one.kind === first?.kind)
  const [led] = failed ?? []
  if (first === undefined || failed === undefined || led?.cause == null) return null
  if (led.settings !== first.settings || led.cause === first.cause || !first.passed.has(led.cause)) return null
  return { check: led.cause, tries: failed.length }
}
