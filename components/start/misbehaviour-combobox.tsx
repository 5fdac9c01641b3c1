'use client'

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { cn } from '@/lib/cn'
import { checkGroups, groupWords, isOfGroup } from '@/lib/core/engine/checks/check-groups'
import type { MisbehaviourChoice } from '@/lib/queries/misbehaviours'
import { Icon } from '../ui/icon'
import { useIsInBrowser } from '../ui/in-browser'
import { frequentOf, misbehaviourWords } from './misbehaviour-choices'

interface MisbehaviourComboboxProps {
  readonly choices: readonly MisbehaviourChoice[]
  /** Id of the form, if it is elsewhere on the page. */
  readonly form: string | undefined
}

const label = 'Misbehaviour of the reference wallet'
const boxClass = 'h-(--control-size) w-full min-w-0 rounded-md border border-control bg-surface px-2 text-sm'
/** Characters that fit into the field on every screen. Longer text is repeated in full below it. */
const fittingMax = 40
/** Searchable list of the reference wallet's misbehaviours, by area. Field `fault` holds the selected id. */
export function MisbehaviourCombobox({ choices, form }: MisbehaviourComboboxProps) {
  const scripted = useIsInBrowser()
  if (!scripted) {
    return (
      <select
        name="fault"
        form={form}
        aria-label={label}
        defaultValue={defaultMisbehaviour(choices)?.id}
        className={cn(boxClass, 'flex-[1_1_280px]')}
      >
        {misbehaviourAreas(choices, '').map(({ name, misbehaviours }) => (
          <optgroup key={name} label={name}>
            {misbehaviours.map((misbehaviour) => (
              <option key={misbehaviour.id} value={misbehaviour.id}>
                {misbehaviourWords(misbehaviour)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    )
  }
  return <SearchedMisbehaviours choices={choices} form={form} />
}

/** Editable combobox with list autocomplete. WAI-ARIA Authoring Practices, combobox */
function SearchedMisbehaviours({ choices, form }: MisbehaviourComboboxProps) {
  const id = useId()
  const [chosen, setChosen] = useState(defaultMisbehaviour(choices))
  /** Search text; `null` when not searching. */
  const [text, setText] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const areas = open ? misbehaviourAreas(choices, text ?? '') : []
  const shown = areas.flatMap(({ misbehaviours }) => misbehaviours)
  const activeMisbehaviour = shown[active]
  const optionId = (misbehaviourId: string) => `${id}-${misbehaviourId}`
  const words = chosen === undefined ? '' : misbehaviourWords(chosen)

  useEffect(() => {
    if (activeMisbehaviour === undefined) return
    const option = document.getElementById(`${id}-${activeMisbehaviour.id}`)
    if (option !== null && list.current !== null) {
      const { top, bottom } = option.getBoundingClientRect()
      const view = list.current.getBoundingClientRect()
      if (top < view.top) list.current.scrollTop -= view.top - top
      if (bottom > view.bottom) list.current.scrollTop += bottom - view.bottom
    }
  }, [id, activeMisbehaviour])

  const show = () => {
    if (open) return
    const listed = misbehaviourAreas(choices, '').flatMap(({ misbehaviours }) => misbehaviours)
    setOpen(true)
    setActive(
      Math.max(
        0,
        listed.findIndex(({ id: listedId }) => listedId === chosen?.id),
      ),
    )
  }
  const close = () => {
    setOpen(false)
    setText(null)
  }
  const take = (misbehaviour: MisbehaviourChoice) => {
    setChosen(misbehaviour)
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
      if (activeMisbehaviour !== undefined) take(activeMisbehaviour)
    } else if (event.key === 'Tab' && text !== null && activeMisbehaviour !== undefined) {
      // The typed text selects a misbehaviour; otherwise the field would silently fall back to the previous one.
      take(activeMisbehaviour)
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
        aria-activedescendant={open && activeMisbehaviour !== undefined ? optionId(activeMisbehaviour.id) : undefined}
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
        // Keep the focus in the field.
        onPointerDown={(event) => event.preventDefault()}
        className="absolute top-(--control-size) z-20 mt-1 max-h-80 w-full min-w-64 overflow-y-auto rounded-md border border-line-strong bg-surface py-1 text-sm"
      >
        {areas.map(({ name, misbehaviours }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a list box.
          <div key={name} role="group" aria-label={name}>
            <p aria-hidden="true" className="px-3 pt-2 pb-0.5 text-xs font-[550] text-ink-3">
              {name}
            </p>
            {misbehaviours.map((misbehaviour) => (
              <div
                key={misbehaviour.id}
                id={optionId(misbehaviour.id)}
                role="option"
                tabIndex={-1}
                aria-selected={misbehaviour.id === activeMisbehaviour?.id}
                onClick={() => take(misbehaviour)}
                onKeyDown={press}
                className={cn(
                  'cursor-pointer px-3 py-1.5',
                  misbehaviour.id === activeMisbehaviour?.id ? 'bg-selected text-ink' : 'hover:bg-hover',
                )}
              >
                {misbehaviourWords(misbehaviour)}
                <span className="wire block text-xs text-ink-3">{misbehaviour.id}</span>
              </div>
            ))}
          </div>
        ))}
        {shown.length === 0 && <p className="px-3 py-1.5 text-ink-2">No matching misbehaviour.</p>}
      </div>
      {text === null && words.length > fittingMax && (
        <span aria-hidden="true" data-whole-misbehaviour="" className="mt-1 block text-xs text-ink-2">
          {words}
        </span>
      )}
    </span>
  )
}

/** Misbehaviours of one area of the protocol. */
interface MisbehaviourArea {
  readonly name: string
  readonly misbehaviours: readonly MisbehaviourChoice[]
}

/** Area of a misbehaviour as the inspector names it, e.g. `Key attestation` for `vci.key_attestation.typ`. */
function areaOf(id: string): string {
  const group = checkGroups.find((one) => isOfGroup(id, one))
  return group === undefined ? 'Others' : groupWords[group].long
}

/** Initially selected misbehaviour. */
export const defaultMisbehaviour = (choices: readonly MisbehaviourChoice[]): MisbehaviourChoice | undefined =>
  frequentOf(choices)[0] ?? choices[0]

/**
 * Misbehaviours whose title, id, area or synonyms contain every search word, by area, in the order of a flow. Matches
 * in visible text come first. Without a search word the frequent ones come first, in an area of their own.
 */
export function misbehaviourAreas(choices: readonly MisbehaviourChoice[], wanted: string): readonly MisbehaviourArea[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length > 0) return byArea(choices, words)
  const frequent = frequentOf(choices)
  const others = byArea(
    choices.filter((choice) => !frequent.includes(choice)),
    [],
  )
  return frequent.length === 0 ? others : [{ name: 'Frequent mistakes', misbehaviours: frequent }, ...others]
}

function byArea(choices: readonly MisbehaviourChoice[], words: readonly string[]): readonly MisbehaviourArea[] {
  const shown = (choice: MisbehaviourChoice) =>
    `${areaOf(choice.id)} ${choice.id} ${choice.id.replaceAll('_', ' ')} ${misbehaviourWords(choice)}`.toLowerCase()
  const isNamed = (choice: MisbehaviourChoice) => words.every((word) => shown(choice).includes(word))
  const isMeant = (choice: MisbehaviourChoice) =>
    words.every((word) => shown(choice).includes(word) || synonymsOf(choice.id).includes(word))
  const named = choices.filter(isNamed)
  const fitting = [...named, ...choices.filter((choice) => !named.includes(choice) && isMeant(choice))]
  return [...new Set(fitting.map(({ id }) => areaOf(id)))].map((name) => ({
    name,
    misbehaviours: fitting.filter(({ id }) => areaOf(id) === name),
  }))
}

/** Search words for ids that match a pattern. */
const synonyms: readonly (readonly [ids: RegExp, words: string])[] = [
  [/signature|_jws|\.jws|\.alg|issuer_auth|bad_signature/, 'signature signed signing forged tampered cryptography'],
  [/exp\b|exp_|expired|validity|_window|\.iat|_iat|nbf/, 'expired expiry time clock date old early late future'],
  [/nonce|jti|refetch|single_use|reused|retry|fresh|repeat|replay|after_response/, 'replay replayed reuse again fresh'],
  [/\.aud|htu|prefix|address|client_id|endpoint/, 'audience recipient address verifier'],
  [
    /vp\.min\.|non_sd_payload|no_details|no_pii|fingerprint/,
    'over-disclosure too much privacy data minimisation personal',
  ],
  [/vp\.kb\.|cnf|device_|transcript|key_of_request|holder/, 'holder binding key proof possession'],
  [/cnf|kid|jwk|thumbprint|transcript|device_key/, 'thumbprint wrong key'],
  [/transcript|device_signature/, 'session transcript handover device signature'],
  [/jwe|encrypt|\.enc/, 'encryption encrypted decrypt'],
  [/sd_hash|disclosure|digest|salt/, 'hash disclosure selective'],
  [/x5c|x5chain|cert|issuer_trusted|signer|no_anchor/, 'certificate chain trust issuer root'],
  [/claims_present|claim_set|all_credentials|no_partial|\.present|absent/, 'missing incomplete left out'],
  [/vp\.negative|no_redirect_follow|still_answers/, 'refusal test careless reject wrong request'],
  [/vp\.error/, 'decline refuse error response'],
  [/\.typ|content_type|media/, 'type media'],
  [/vp\.txn/, 'payment authorisation'],
]

/** Synonyms for a misbehaviour's id, as one lower-case string. */
const synonymsOf = (misbehaviourId: string): string =>
  synonyms.flatMap(([ids, words]) => (ids.test(misbehaviourId) ? [words] : [])).join(' ')
