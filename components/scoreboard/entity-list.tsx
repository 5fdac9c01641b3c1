import { suiteOf } from '@/lib/core/scoreboard/rows/filter-rows'
import type { ScoreboardCheck } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { Logo } from './logo'

interface AvatarProps {
  readonly name: string
  /** URL of its logo; '' for none. */
  readonly logo?: string
}

/**
 * Logo of an entity; without one, the first letter or digit of its name in grey: colours tell what passed and failed.
 * The name is shown beside it.
 */
export function Avatar({ name, logo = '' }: AvatarProps) {
  const monogram = <Monogram name={name} />
  return logo === '' ? monogram : <Logo address={logo} otherwise={monogram} />
}

function Monogram({ name }: Pick<AvatarProps, 'name'>) {
  const [first = '?'] = name.match(/[\p{L}\p{N}]|\p{Extended_Pictographic}/u) ?? []
  return (
    <span
      aria-hidden="true"
      className="grid size-[18px] shrink-0 place-items-center rounded-sm bg-line text-[0.8rem] font-semibold text-ink-2 uppercase"
    >
      {first}
    </span>
  )
}

/** A linked name in a cell or a list. */
export interface NamedItem {
  readonly key: string
  readonly name: string
  readonly href: string
  /** URL; '' for none. */
  readonly logo: string
  readonly note?: string
  /** Tooltip. */
  readonly title?: string | undefined
}

interface EntityLineProps {
  /** What the names are. */
  readonly label: string
  readonly items: readonly NamedItem[]
}

/** One line: the first name, linked, and how many more there are, which the opened row lists. */
export function EntityLine({ label, items }: EntityLineProps) {
  const [first] = items
  if (first === undefined) return <EmptyCell />
  const { name, href, note, title } = first
  const rest = items.slice(1)
  return (
    <span className="flex min-w-0 items-baseline gap-1">
      <a className="min-w-0 truncate py-[3px] hover:underline" href={href} title={title ?? name}>
        <bdi>{name}</bdi>
        {note && <bdi className="text-ink-3">{` ${note}`}</bdi>}
      </a>
      {rest.length > 0 && (
        <span className="shrink-0 text-ink-3 tabular-nums" title={rest.map((other) => other.name).join(', ')}>
          {`+${rest.length}`}
          <span className="sr-only">{` more: ${label}`}</span>
        </span>
      )}
    </span>
  )
}

/** All names, each with its logo or monogram. */
export function Names({ items }: Pick<EntityLineProps, 'items'>) {
  return (
    <ul className="grid gap-1">
      {items.map(({ key, name, href, logo, note, title }) => (
        <li key={key} className="flex min-h-6 items-start gap-1.5">
          <Avatar name={name} logo={logo} />
          <span className="min-w-0 wrap-anywhere">
            <a className="target hover:underline" href={href} dir="auto" title={title}>
              {name}
            </a>
            {note && <bdi className="text-ink-3">{` ${note}`}</bdi>}
          </span>
        </li>
      ))}
    </ul>
  )
}

export const EmptyCell = () => (
  <span className="text-ink-3">
    <span aria-hidden="true">—</span>
    <span className="sr-only">none</span>
  </span>
)

export type SuiteChecks = readonly [suite: string, checks: readonly ScoreboardCheck[]]

/** Groups checks by suite, in order of first appearance. */
export function bySuite(checks: readonly ScoreboardCheck[]): SuiteChecks[] {
  const suites = new Map<string, ScoreboardCheck[]>()
  for (const check of checks) {
    const suite = suiteOf(check)
    const known = suites.get(suite)
    if (known === undefined) suites.set(suite, [check])
    else known.push(check)
  }
  return [...suites]
}

/** A suite with its number of checks. */
export function SuiteWords({ suite, count }: { readonly suite: string; readonly count: number }) {
  return (
    <span className="flex min-h-6 items-start gap-1.5">
      <Avatar name={suite} />
      <span className="min-w-0 wrap-anywhere hover:underline">
        <bdi>{suite}</bdi>{' '}
        <span className="whitespace-nowrap text-ink-3 tabular-nums">{`${count} ${count === 1 ? 'check' : 'checks'}`}</span>
      </span>
    </span>
  )
}

/** True for a local path or a web URL; anything else in the catalogue is not linked. */
const isFollowable = (url: string): boolean => /^(https?:\/\/|\/(?!\/))/.test(url)

/** Checks by name, linked if they have a URL. */
export function Checks({ checks }: { readonly checks: readonly ScoreboardCheck[] }) {
  return (
    <ul className="grid gap-1">
      {checks.map(({ path, title, url }) => (
        <li key={path} className="wrap-anywhere">
          {isFollowable(url) ? (
            <a className="link target" href={url} dir="auto">
              {title || path}
            </a>
          ) : (
            <bdi title={path}>{title || path}</bdi>
          )}
        </li>
      ))}
    </ul>
  )
}
