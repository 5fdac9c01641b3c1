// Client: the RSC payload holds the value once instead of its markup.
'use client'

import { cn } from '@/lib/cn'
import { isObject } from '@/lib/core/shared/values/json'
import { CopyButton } from './copy-button'
import { useIsInBrowser } from './in-browser'
import { isRedacted, JsonValue } from './json-value'
import { type MemberMark, MemberMarkLink } from './member-mark'

interface TreeSettings {
  /** Findings by member path, e.g. `claims.aud`. */
  readonly marks?: Readonly<Record<string, readonly MemberMark[]>> | undefined
  /** Meanings of members, by name. */
  readonly meanings?: Readonly<Record<string, string>> | undefined
  /** Levels expanded at first. */
  readonly openDepth?: number | undefined
}

/** A wallet chooses member names, which may be `constructor`, so read own properties only. */
const ownOf = <Value,>(record: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined =>
  record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined

type Members = readonly (readonly [name: string, value: unknown])[]

const membersOf = (value: unknown): Members => {
  if (Array.isArray(value)) return value.map((item, index) => [String(index), item] as const)
  return isObject(value) ? Object.entries(value) : []
}

/** Values that fit on one line: scalars, redacted values, empty values, and short lists of scalars. */
function isFlat(value: unknown): boolean {
  if (isRedacted(value)) return !isObject(value.jwt)
  if (Array.isArray(value))
    return value.every((item) => !isObject(item) && !Array.isArray(item)) && JSON.stringify(value).length < 120
  return !isObject(value) || Object.keys(value).length === 0
}

/** JSON as a tree of native disclosures. A judged member shows its verdict; a failed one stands out. */
export function JsonTree({ value, ...settings }: TreeSettings & { readonly value: unknown }) {
  const members = membersOf(value)
  if (members.length === 0) {
    return (
      <p className="text-xs">
        <JsonValue name="" value={value} plain={false} />
      </p>
    )
  }
  return <JsonMembers members={members} ofArray={Array.isArray(value)} path="" depth={1} settings={settings} />
}

interface JsonMembersProps {
  readonly members: Members
  readonly ofArray: boolean
  readonly path: string
  readonly depth: number
  readonly settings: TreeSettings
}

function JsonMembers({ members, ofArray, path, depth, settings }: JsonMembersProps) {
  return (
    <ul className="tree">
      {members.map(([name, value]) => {
        const at = path === '' ? name : `${path}.${name}`
        const marks = ownOf(settings.marks, at) ?? []
        const meaning = ownOf(settings.meanings, name)
        const label = ofArray ? `[${name}]` : name
        if (isFlat(value)) return <FlatMember key={name} name={label} value={value} marks={marks} meaning={meaning} />
        const inner = isRedacted(value) ? value.jwt : value
        const judgedInside = Object.keys(settings.marks ?? {}).some((key) => key.startsWith(`${at}.`))
        return (
          <li key={name} className="relative">
            <details open={depth < (settings.openDepth ?? 2) || judgedInside}>
              <summary className="chevron tree-summary">
                <b className="wire font-semibold">{label}</b>
                {isRedacted(value) && <JsonValue name={name} value={value} plain={false} />}
                {Array.isArray(value) && (
                  <span className="text-ink-3">
                    {value.length} {value.length === 1 ? 'entry' : 'entries'}
                  </span>
                )}
              </summary>
              {meaning && <p className="ml-2 pl-3 text-xs text-ink-2">{meaning}</p>}
              <JsonMembers
                members={membersOf(inner)}
                ofArray={Array.isArray(inner)}
                path={at}
                depth={depth + 1}
                settings={settings}
              />
            </details>
            {/* Beside the summary: interactive elements must not be nested. */}
            <span className="absolute top-0 right-1.5 inline-flex items-center gap-1">
              <Marks marks={marks} />
              {!isRedacted(value) && <CopyValue name={at} value={value} />}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

interface FlatMemberProps {
  readonly name: string
  readonly value: unknown
  readonly marks: readonly MemberMark[]
  readonly meaning: string | undefined
}

function FlatMember({ name, value, marks, meaning }: FlatMemberProps) {
  const failed = marks.some(({ status }) => status === 'fail')
  return (
    <li className={cn('tree-row', failed && 'bg-fail-soft')}>
      {meaning === undefined ? (
        <span className="wire font-medium">{name}</span>
      ) : (
        // A button works with keyboard and touch, which cannot hover; it shows the meaning below the member.
        <button type="button" title={meaning} className="wire explained">
          {name}
        </button>
      )}
      <span>
        <JsonValue name={name} value={value} plain={failed} />
      </span>
      {(marks.length > 0 || isLong(value)) && (
        <span className="ml-auto inline-flex items-center gap-1 max-md:col-start-2 max-md:row-start-1">
          <Marks marks={marks} />
          {isLong(value) && <CopyValue name={name} value={value} />}
        </span>
      )}
      {meaning !== undefined && (
        <span className="tree-meaning" aria-hidden="true">
          {meaning}
        </span>
      )}
    </li>
  )
}

/** Text too long to select by hand. */
const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > 8

/** Copies a value: a string as it is, anything else as JSON. Not in the server's HTML, where it could not work yet. */
function CopyValue({ name, value }: { readonly name: string; readonly value: unknown }) {
  const inBrowser = useIsInBrowser()
  return (
    <span className="tree-copy">
      {inBrowser && (
        <CopyButton text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} what={name} />
      )}
    </span>
  )
}

function Marks({ marks }: { readonly marks: readonly MemberMark[] }) {
  return marks.map((mark) => <MemberMarkLink key={mark.href} mark={mark} />)
}
