// Client: searches as you type. Without JavaScript it is a plain select.
'use client'

import { type KeyboardEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { cn } from '@/lib/cn'
import type { MisbehaviourChoice } from '@/lib/queries/misbehaviours'
import { Icon } from '../ui/icon'
import { faultAreas, faultWords } from './fault-options'

interface FaultComboboxProps {
  readonly choices: readonly MisbehaviourChoice[]
  /** Id of its form, if that is elsewhere on the page. */
  readonly form: string | undefined
}

const label = 'Fault of the reference wallet'
const boxClass = 'h-(--control-size) w-full min-w-0 rounded-md border border-control bg-surface px-2 text-sm'
/** Characters that the field has room for on every screen. A longer text is written in full below it. */
const fittingMax = 40
const never = () => () => {}

/** The faults of the reference wallet, by area, with a search. Field `fault` holds the id of the selected one. */
export function FaultCombobox({ choices, form }: FaultComboboxProps) {
  const scripted = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  if (!scripted) {
    return (
      <select name="fault" form={form} aria-label={label} className={cn(boxClass, 'flex-[1_1_280px]')}>
        {faultAreas(choices, '').map(({ name, faults }) => (
          <optgroup key={name} label={name}>
            {faults.map((fault) => (
              <option key={fault.id} value={fault.id}>
                {faultWords(fault)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    )
  }
  return <SearchedFaults choices={choices} form={form} />
}

/** The pattern of an editable combobox with a list that it filters. WAI-ARIA Authoring Practices, combobox */
function SearchedFaults({ choices, form }: FaultComboboxProps) {
  const id = useId()
  const [chosen, setChosen] = useState(choices[0])
  /** The text being typed; `null` when not searching. */
  const [text, setText] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const areas = open ? faultAreas(choices, text ?? '') : []
  const shown = areas.flatMap(({ faults }) => faults)
  const activeFault = shown[active]
  const optionId = (faultId: string) => `${id}-${faultId}`
  const words = chosen === undefined ? '' : faultWords(chosen)

  useEffect(() => {
    if (activeFault === undefined) return
    const option = document.getElementById(`${id}-${activeFault.id}`)
    if (option !== null && list.current !== null) {
      const { top, bottom } = option.getBoundingClientRect()
      const view = list.current.getBoundingClientRect()
      if (top < view.top) list.current.scrollTop -= view.top - top
      if (bottom > view.bottom) list.current.scrollTop += bottom - view.bottom
    }
  }, [id, activeFault])

  const show = () => {
    if (open) return
    setOpen(true)
    setActive(
      Math.max(
        0,
        choices.findIndex((choice) => choice.id === chosen?.id),
      ),
    )
  }
  const close = () => {
    setOpen(false)
    setText(null)
  }
  const take = (fault: MisbehaviourChoice) => {
    setChosen(fault)
    close()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) return show()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((active + step + shown.length) % Math.max(1, shown.length))
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      if (activeFault !== undefined) take(activeFault)
    } else if (event.key === 'Tab' && text !== null && activeFault !== undefined) {
      // The typed text selects a fault; otherwise the field would silently fall back to another one.
      take(activeFault)
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      close()
    }
  }

  return (
    <span className="relative min-w-0 flex-[1_1_280px]">
      <input type="hidden" name="fault" form={form} value={chosen?.id ?? ''} />
      <input
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && activeFault !== undefined ? optionId(activeFault.id) : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder="Search: nonce, expired, signature …"
        value={text ?? words}
        onFocus={(event) => event.target.select()}
        onClick={show}
        onChange={(event) => {
          setText(event.target.value)
          setOpen(true)
          setActive(0)
        }}
        onKeyDown={press}
        onBlur={close}
        className={cn(boxClass, 'truncate pr-6')}
      />
      <Icon
        name="down"
        className="pointer-events-none absolute top-[calc(var(--control-size)/2)] right-2 -mt-1.5 size-3 text-ink-3"
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={!open}
        // The focus stays in the field.
        onPointerDown={(event) => event.preventDefault()}
        className="absolute top-(--control-size) z-20 mt-1 max-h-80 w-full min-w-64 overflow-y-auto rounded-md border border-line-strong bg-surface py-1 text-sm"
      >
        {areas.map(({ name, faults }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a list box.
          <div key={name} role="group" aria-label={name}>
            <p aria-hidden="true" className="px-3 pt-2 pb-0.5 text-xs font-[550] text-ink-3">
              {name}
            </p>
            {faults.map((fault) => (
              <div
                key={fault.id}
                id={optionId(fault.id)}
                role="option"
                tabIndex={-1}
                aria-selected={fault.id === activeFault?.id}
                onClick={() => take(fault)}
                onKeyDown={press}
                className={cn(
                  'cursor-pointer px-3 py-1.5',
                  fault.id === activeFault?.id ? 'bg-selected text-ink' : 'hover:bg-hover',
                )}
              >
                {faultWords(fault)}
                <span className="wire block text-xs text-ink-3">{fault.id}</span>
              </div>
            ))}
          </div>
        ))}
        {shown.length === 0 && <p className="px-3 py-1.5 text-ink-2">No matching faults.</p>}
      </div>
      {text === null && words.length > fittingMax && (
        <span aria-hidden="true" data-whole-fault="" className="mt-1 block text-xs text-ink-2">
          {words}
        </span>
      )}
    </span>
  )
}
