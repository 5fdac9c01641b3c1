import { declaredItems } from '@/lib/core/campaigns/official-cases/declared-items'
import type { ConformanceStatement } from '@/lib/core/campaigns/statement/z-statement'
import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'
import { supportChoices, valuesField } from './declaration-fields'
import { InPlaceForm } from './in-place-form'

const fieldClass = 'w-full min-w-0 rounded-md border border-control bg-surface px-2.5 text-ink'

/** Declares what the wallet supports, prefilled with the current declaration. Works without JavaScript. */
export function DeclarationForm({
  statement: { wallet, tester, items, fcaf },
}: {
  readonly statement: ConformanceStatement
}) {
  return (
    <InPlaceForm action={renderedPaths.declare()} className="grid gap-4 px-4 pb-4">
      <input type="hidden" name="wallet_name" value={wallet.name} />
      <input type="hidden" name="wallet_version" value={wallet.version} />
      <input type="hidden" name="edition" value={fcaf.edition} />
      <div className="grid gap-3 md:grid-cols-2">
        <Text name="tester_name" label="Your name (optional)" value={tester?.name ?? ''} />
        <Text name="tester_organisation" label="Your organisation (optional)" value={tester?.organisation ?? ''} />
      </div>
      <ul className="grid gap-x-6 gap-y-3 md:grid-cols-2">
        {items.map((one) => (
          <li key={one.item} className="min-w-0">
            {declaredItems[one.item].kind === 'boolean' ? <YesOrNo one={one} /> : <Values one={one} />}
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-2">
        What you leave out is unknown. The new declaration replaces all that was declared before; former ones stay in
        storage.
      </p>
      <button type="submit" className={buttonClass({ look: 'solid' }, 'justify-self-start')}>
        Declare
      </button>
    </InPlaceForm>
  )
}

interface ItemProps {
  readonly one: ConformanceStatement['items'][number]
}

function Text({ name, label, value }: { readonly name: string; readonly label: string; readonly value: string }) {
  return (
    <label className="grid gap-1 text-sm">
      {label}
      <input
        name={name}
        maxLength={100}
        defaultValue={value}
        autoComplete="off"
        className={`${fieldClass} h-(--control-size)`}
      />
    </label>
  )
}

function YesOrNo({ one: { item, title, support } }: ItemProps) {
  return (
    <label className="grid gap-1 text-sm">
      {title}
      <select
        name={item}
        defaultValue={support === 'unknown' ? '' : support}
        className={`${fieldClass} h-(--control-size)`}
      >
        {supportChoices.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}

function Values({ one: { item, title, declared, support } }: ItemProps) {
  return (
    <div className="grid gap-1 text-sm">
      <label className="grid gap-1">
        {title}, one per line
        <textarea
          name={valuesField(item)}
          rows={2}
          defaultValue={Array.isArray(declared) ? declared.join('\n') : ''}
          className={`${fieldClass} py-1.5`}
        />
      </label>
      <label className="flex min-h-6 items-center gap-2">
        <input type="checkbox" name={item} value="no" defaultChecked={support === 'no'} className="size-6" />
        None at all
      </label>
    </div>
  )
}
