// Client: draws only when unfolded; the payload holds just the steps.
'use client'

import { useState } from 'react'
import { cn } from '@/lib/cn'
import { buttonClass } from '../ui/button-class'
import { Panel } from '../ui/panel'
import {
  drawSequence,
  type LineLook,
  type Sequence,
  type SequenceShape,
  sequenceText,
  type TextLook,
} from './model/sequence'

const lineLooks: Readonly<Record<LineLook, string>> = {
  lifeline: 'text-line-strong [stroke-dasharray:2_4]',
  request: 'text-ink-2',
  answer: 'text-ink-2 [stroke-dasharray:5_3]',
  refusal: 'text-fail-ink [stroke-dasharray:5_3]',
}
const textLooks: Readonly<Record<TextLook, string>> = {
  lane: 'fill-ink text-sm font-semibold',
  label: 'fill-ink-2 stroke-surface stroke-4 font-mono text-xs [paint-order:stroke]',
  refused: 'fill-fail-ink stroke-surface stroke-4 font-mono text-xs [paint-order:stroke]',
}

interface SequencePanelProps {
  readonly sequence: Sequence
  /** URL of the diagram as a file. */
  readonly fileHref: string
}

/** Who sent what to whom, as a diagram in a disclosure, with a text alternative. */
export function SequencePanel({ sequence, fileHref }: SequencePanelProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (sequence.steps.length === 0) return null
  return (
    // On a phone it follows the timeline.
    <Panel labelledBy="sequence" className="max-md:order-1">
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="chevron flex items-center px-4 py-3">
          <h2 id="sequence" className="text-md">
            Sequence diagram
          </h2>
        </summary>
        <div className="grid gap-2 border-t border-line p-4">
          <p className="flex flex-wrap items-center gap-3 text-sm text-ink-2">
            <a className={buttonClass({ size: 'small' })} href={fileHref} download="sequence.svg">
              Download as SVG
            </a>
            {sequence.earlier > 0 && <span>{sequence.earlier} earlier exchanges are left out.</span>}
          </p>
          {isOpen && <Drawing sequence={sequence} />}
        </div>
      </details>
    </Panel>
  )
}

function Drawing({ sequence }: Pick<SequencePanelProps, 'sequence'>) {
  const { width, height, shapes } = drawSequence(sequence)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section aria-label="Drawing of the sequence" tabIndex={0} className="overflow-x-auto">
        <svg
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={sequence.title}
          aria-describedby="sequence-text"
        >
          {shapes.map((shape, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no other identity
            <Shape key={index} shape={shape} />
          ))}
        </svg>
      </section>
      <p id="sequence-text" className="sr-only whitespace-pre-line">
        {sequenceText(sequence)}
      </p>
    </>
  )
}

function Shape({ shape }: { readonly shape: SequenceShape }) {
  if (shape.shape === 'text')
    return (
      <text x={shape.x} y={shape.y} textAnchor={shape.anchor} className={textLooks[shape.look]}>
        {shape.text}
      </text>
    )
  const look = { fill: 'none', stroke: 'currentColor', className: cn(lineLooks[shape.look]) }
  if (shape.shape === 'arrow') return <path d={shape.d} {...look} strokeDasharray="none" />
  const [x1, y1, x2, y2] = shape.points
  return <line x1={x1} y1={y1} x2={x2} y2={y2} {...look} />
}
