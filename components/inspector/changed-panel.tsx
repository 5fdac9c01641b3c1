import { changedHeading } from '@/lib/core/engine/deviations/changed-words'
import { redactedWords } from '@/lib/core/shared/mutations/differences'
import { type DocumentPair, isSample } from '@/lib/core/shared/mutations/document-pair'
import { documentTitle } from '../ui/changed-documents'
import { LongText } from '../ui/long-text'
import { MarkedText } from '../ui/marked-text'
import { Panel } from '../ui/panel'
import { PanelHeading } from '../ui/panel-heading'

interface ChangedPanelProps {
  /** As read-backs have it. */
  readonly mutations: {
    readonly differences: readonly {
      readonly target: string
      readonly pointer: string
      readonly was?: unknown
      readonly is?: unknown
    }[]
    readonly same_as: string | null
    readonly expect: string
    readonly expected_by?: string | undefined
  }
  /** The documents that are changed, without secrets. */
  readonly documents: readonly DocumentPair[]
}

/** What the tester changed on purpose: each place, what it equals, and the whole texts beside each other. */
export function ChangedPanel({ mutations, documents }: ChangedPanelProps) {
  const { differences, same_as: same, expect, expected_by: by } = mutations
  return (
    <Panel labelledBy="changed">
      <PanelHeading id="changed" title={changedHeading} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
        <p className="text-sm text-ink-2">
          {same === null ? (
            'Equals no named test. '
          ) : (
            <>
              Equals the test <code>{same}</code>.{' '}
            </>
          )}
          {expectations[expect] ?? expect}
          {by === 'tester' && ': expected by the tester'}.
        </p>
        <ul className="grid gap-x-6 gap-y-2.5 md:grid-cols-2">
          {differences.map(({ target, pointer, was, is }) => (
            <li key={`${target} ${pointer}`} className="min-w-0 border-t border-line pt-2 text-xs">
              <p className="font-mono font-medium [overflow-wrap:anywhere]">
                {target} <bdi>{pointer}</bdi>
              </p>
              <dl className="mt-1 grid grid-cols-[3rem_minmax(0,1fr)] gap-x-2 gap-y-1">
                <dt className="text-ink-3">right</dt>
                <dd>
                  <ShownValue value={was} />
                </dd>
                <dt className="text-ink-3">sent</dt>
                <dd>
                  <ShownValue value={is} />
                </dd>
              </dl>
            </li>
          ))}
        </ul>
        {documents.map((document) => (
          <BothTexts key={documentTitle(document) + document.target} document={document} />
        ))}
      </div>
    </Panel>
  )
}

const expectations: Readonly<Record<string, string>> = {
  answer: 'The wallet should go on',
  refusal: 'The wallet should refuse',
  report: 'No text says what a wallet does: nothing fails by it',
}

const charactersShown = 600

/** A value on record, or words for one that is absent or redacted. */
function ShownValue({ value }: { readonly value: unknown }) {
  const words = value === undefined ? 'nothing' : redactedWords(value)
  if (words !== null) return <span className="text-ink-2">{words}</span>
  const text = JSON.stringify(value)
  return (
    <div dir="auto" className="font-mono [overflow-wrap:anywhere]">
      <LongText text={text} shown={charactersShown} />
    </div>
  )
}

/** The whole of a changed document, right beside sent; one below the other where there is little room. */
function BothTexts({ document }: { readonly document: DocumentPair }) {
  const { right, sent } = document
  const title = documentTitle(document)
  return (
    <details open className="min-w-0 border-t border-line pt-2">
      <summary className="chevron flex min-h-6 items-center text-sm">
        {title}
        {isSample(document) && <span className="ml-2 text-xs text-ink-3">a sample of it</span>}
        {document.isCut && <span className="ml-2 text-xs text-ink-3">cut around what was changed</span>}
      </summary>
      <div className="mt-1.5 grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-[repeat(2,minmax(0,1fr))]">
        {(['right', 'sent'] as const).map((shows) => (
          <div key={shows} className="min-w-0">
            <h3 className="mb-1 text-xs text-ink-2">{shows === 'right' ? 'Right' : 'Sent'}</h3>
            <MarkedText label={`${title}, ${shows}`} right={right} sent={sent} shows={shows} />
          </div>
        ))}
      </div>
    </details>
  )
}
