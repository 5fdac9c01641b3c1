import type { ReactNode } from 'react'
import { Avatar } from './avatar'

interface EntityListProps {
  readonly items: readonly {
    readonly key: string
    readonly name: string
    readonly href: string
    readonly note?: string
    /** Said on hover. */
    readonly title?: string | undefined
  }[]
  /** How many are not public. */
  readonly notPublic?: number
  /** Text below the names. */
  readonly children?: ReactNode
}

const shownMax = 2

/** Names with their links: the first two directly, the others on demand. */
export function EntityList({ items, notPublic = 0, children }: EntityListProps) {
  if (items.length === 0 && notPublic === 0 && !children) return <Nothing />
  const [first, rest] = [items.slice(0, shownMax), items.slice(shownMax)]
  return (
    <div className="grid gap-1 text-xs">
      {first.length > 0 && <Names items={first} />}
      {rest.length > 0 && (
        <details>
          <summary className="link inline-flex min-h-6 items-center">{`+${rest.length} more`}</summary>
          <Names items={rest} />
        </details>
      )}
      {notPublic > 0 && <p className="text-ink-3">{`${items.length > 0 ? '+' : ''}${notPublic} not public`}</p>}
      {children}
    </div>
  )
}

function Names({ items }: Pick<EntityListProps, 'items'>) {
  return (
    <ul className="grid gap-1">
      {items.map(({ key, name, href, note, title }) => (
        <li key={key} className="flex min-h-6 items-start gap-1.5">
          <Avatar name={name} />
          <span className="min-w-0 wrap-anywhere">
            <a className="hover:underline" href={href} dir="auto" title={title}>
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
