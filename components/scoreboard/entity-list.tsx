import type { ReactNode } from 'react'
import { Popover } from '../ui/popover'
import { Avatar } from './avatar'

interface EntityListProps {
  /** Accessible name of the list. */
  readonly label: string
  readonly items: readonly {
    readonly key: string
    readonly name: string
    readonly href: string
    /** Its address; '' for none. */
    readonly logo: string
    readonly note?: string
    /** Tooltip. */
    readonly title?: string | undefined
  }[]
  /** Text below the names. */
  readonly children?: ReactNode
}

const shownMax = 2

/** Names with their links: the first two directly, all of them on demand. */
export function EntityList({ label, items, children }: EntityListProps) {
  if (items.length === 0 && !children) return <Nothing />
  const [first, rest] = [items.slice(0, shownMax), items.slice(shownMax)]
  return (
    <div className="grid gap-1 text-xs">
      {first.length > 0 && <Names items={first} />}
      {rest.length > 0 && (
        <Popover
          label={label}
          className="link inline-flex min-h-6 w-fit items-center"
          summary={
            <>
              {`+${rest.length}`}
              <span className="sr-only">{` more: ${label}`}</span>
            </>
          }
        >
          <Names items={items} />
        </Popover>
      )}
      {children}
    </div>
  )
}

function Names({ items }: Pick<EntityListProps, 'items'>) {
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

/** An empty cell. */
export const Nothing = () => (
  <span className="text-ink-3">
    <span aria-hidden="true">—</span>
    <span className="sr-only">none</span>
  </span>
)
