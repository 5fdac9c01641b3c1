import type { ReactNode } from 'react'
import { type DocumentPair, isSample } from '@/lib/core/shared/mutations/document-pair'
import { isObject, isSameJson, type Json, type JsonObject } from '@/lib/core/shared/values/json'
import { documentTitle } from '../ui/changed-documents'
import { MarkedText } from '../ui/marked-text'
import { placeOf } from './changed-operations'

interface ChangedDocumentsProps {
  readonly documents: readonly DocumentPair[]
  /** Id of the form that a choice belongs to. */
  readonly form: string
  /** Nothing can be sent yet. */
  readonly isRefused: boolean
  /** What to do with the chosen member; shown once one is chosen. */
  readonly children: ReactNode
}

/** Documents that are open at first: those that a wallet sees first, and those that are changed. */
const isOpen = ({ target, right, sent }: DocumentPair): boolean =>
  target === 'request_object' || target === 'offer' || !isSameJson(right, sent)

/** Each document as it is right, with a choice for each member at any depth, beside what will be sent. */
export function ChangedDocuments({ documents, form, isRefused, children }: ChangedDocumentsProps) {
  return (
    <fieldset className="group/documents relative grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <legend className="mb-2 text-md">Choose a member, then what to do with it</legend>
      <p className="text-xs text-ink-3">
        Nonces, keys, codes and times are those of this preview: each session has its own.
      </p>
      {documents.map((document) => (
        <DocumentChoice
          key={documentTitle(document) + document.target}
          document={document}
          form={form}
          isRefused={isRefused}
        />
      ))}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset inside of the one whose choice this is about would tell nothing more. */}
      <div
        role="group"
        aria-label="What to do with the chosen member"
        className="sticky bottom-2 hidden flex-wrap items-center gap-2 rounded-md border border-line-strong bg-surface p-2 group-has-[input:checked]/documents:flex"
      >
        {children}
      </div>
    </fieldset>
  )
}

interface DocumentChoiceProps extends Pick<ChangedDocumentsProps, 'form' | 'isRefused'> {
  readonly document: DocumentPair
}

function DocumentChoice({ document, form, isRefused }: DocumentChoiceProps) {
  const { right, sent } = document
  const title = documentTitle(document)
  const { rows, left } = membersOf(right)
  return (
    <details open={isOpen(document)} className="min-w-0 border-t border-line pt-2">
      <summary className="chevron flex min-h-6 items-center text-sm font-medium">
        {title}
        {isSample(document) && <span className="ml-2 text-xs font-normal text-ink-3">a sample of it</span>}
      </summary>
      <div className="mt-2 grid gap-4 md:grid-cols-2 [&>*]:min-w-0">
        <ul aria-label={`${title} as it is right`} className="max-h-[70vh] overflow-auto text-xs/[1.5]">
          {rows.map(({ steps, value }) => (
            <li key={steps.join('/')}>
              <label
                className="flex min-h-6 cursor-pointer items-start gap-1.5 rounded-sm py-0.5 pr-1 hover:bg-hover has-checked:bg-sunk"
                style={{ paddingLeft: `${Math.min(steps.length - 1, 10) * 14}px` }}
              >
                <input
                  type="radio"
                  name="place"
                  form={form}
                  value={placeOf(document, steps, value)}
                  className="mt-[3px] size-3.5 shrink-0"
                />
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  <bdi className="font-mono font-medium">{steps.at(-1)}</bdi>{' '}
                  <bdi className="text-ink-2">{shortly(value)}</bdi>
                </span>
              </label>
            </li>
          ))}
          {left > 0 && <li className="py-1 text-ink-3">… {left} more: write their operations by hand.</li>}
        </ul>
        <div>
          <h3 className="mb-1 text-xs text-ink-2">
            {isRefused
              ? 'Not changed: an operation is refused'
              : isSample(document)
                ? 'The sample after the change: the real one is made when the wallet asks, and may have other members'
                : 'What will be sent'}
          </h3>
          <MarkedText label={`${title} as it will be sent`} right={right} sent={sent} shows="sent" />
        </div>
      </div>
    </details>
  )
}

interface MemberRow {
  readonly steps: readonly string[]
  readonly value: Json
}

/** Most members that can be chosen; the metadata of an issuer with every option has some 900. */
const rowsMax = 1500

/** All members of a document at any depth, in its order, with the number of those that are too many. */
export function membersOf(document: JsonObject): { readonly rows: readonly MemberRow[]; readonly left: number } {
  const rows: MemberRow[] = []
  let left = 0
  const add = (value: Json, before: readonly string[]): void => {
    const entries = Array.isArray(value)
      ? value.map((one, index) => [String(index), one] as const)
      : isObject(value)
        ? (Object.entries(value) as [string, Json][])
        : []
    for (const [name, member] of entries) {
      const steps = [...before, name]
      if (rows.length < rowsMax) rows.push({ steps, value: member })
      else left += 1
      add(member, steps)
    }
  }
  add(document, [])
  return { rows, left }
}

const valueCharacters = 100

/** A value on one line, cut; of a list or object how much is in it. */
function shortly(value: Json): string {
  if (Array.isArray(value)) return `[${value.length}]`
  if (isObject(value)) return `{${Object.keys(value).length}}`
  const text = JSON.stringify(value)
  return text.length > valueCharacters ? `${text.slice(0, valueCharacters)}…` : text
}
