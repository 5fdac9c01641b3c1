import type { ReactNode } from 'react'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { pages } from '@/lib/pages'
import { buttonClass } from '../ui/button-class'
import { settingPresets, settingsWords } from './setting-presets'

/** Settings that a workbench had before, and what a form calls them. */
export interface FormerChoice {
  readonly choice: string
  readonly settings: JsonObject
}

interface SettingsFormsProps {
  readonly wing: 'issuance' | 'presentation'
  readonly settings: JsonObject
  /** Newest first. */
  readonly former: readonly FormerChoice[]
  readonly wallet: { readonly name: string; readonly version: string } | null
  readonly action: string
}

const inputClass = 'h-(--control-size) min-w-0 rounded-sm border border-control bg-surface px-2'

/** Ways to change the settings of one kind of session: by name, back to earlier ones, in sentences, as JSON. */
export function SettingsForms({ wing, settings, former, wallet, action }: SettingsFormsProps) {
  const chosen = settingsWords(wing, settings)
  return (
    <div className="grid w-80 max-w-full gap-3 p-1 text-sm">
      <form method="post" action={action} className="grid gap-3">
        <input type="hidden" name="wing" value={wing} />
        <Choices legend="Settings">
          {settingPresets[wing].map(({ label }) => (
            <Choice key={label} name="preset" value={label} isChosen={label === chosen} />
          ))}
        </Choices>
        {former.length > 0 && (
          <Choices legend="Used before">
            {former.map(({ choice, settings: earlier }) => (
              <Choice key={choice} name="former" value={choice} isChosen={false}>
                {settingsWords(wing, earlier)}
              </Choice>
            ))}
          </Choices>
        )}
      </form>
      <p>
        Or choose in{' '}
        <a className="link" href={pages[wing === 'issuance' ? 'startIssuance' : 'startPresentation'].path}>
          the form
        </a>
        {wing === 'issuance' && (
          <>
            {' '}
            or{' '}
            <a className="link" href={pages.startLaboratory.path}>
              the laboratory
            </a>
          </>
        )}
        , and press “Use in the workbench”.
      </p>
      <details>
        <summary className="chevron flex min-h-6 items-center">Wallet, version, and all settings as JSON</summary>
        <form method="post" action={action} className="mt-2 grid gap-3">
          <input type="hidden" name="wing" value={wing} />
          <label className="grid gap-1">
            Wallet
            <input name="wallet" defaultValue={wallet?.name ?? ''} maxLength={100} className={inputClass} />
          </label>
          <label className="grid gap-1">
            Version
            <input name="version" defaultValue={wallet?.version ?? ''} maxLength={100} className={inputClass} />
          </label>
          <label className="grid gap-1">
            Body of POST {wing === 'issuance' ? '/sessions' : '/openid4vp/sessions'}, as JSON
            <textarea
              name="settings"
              rows={8}
              spellCheck={false}
              defaultValue={JSON.stringify(settings, null, 2)}
              className="wire rounded-sm border border-control bg-surface p-2"
            />
          </label>
          <p className="text-xs text-ink-2">
            The next scan gets these settings. Only another scheme, verifier or request method changes the code.
          </p>
          <label className="flex items-center gap-2">
            <input type="checkbox" name="another_code" value="1" className="size-4" />
            Change the code too, if they need it
          </label>
          <button type="submit" className={buttonClass({ look: 'solid' }, 'justify-self-start')}>
            Change
          </button>
        </form>
      </details>
    </div>
  )
}

const Choices = ({ legend, children }: { readonly legend: string; readonly children: ReactNode }) => (
  <fieldset className="grid gap-1">
    <legend className="mb-1 text-xs text-ink-2">{legend}</legend>
    <div className="flex flex-wrap gap-1">{children}</div>
  </fieldset>
)

interface ChoiceProps {
  readonly name: 'preset' | 'former'
  readonly value: string
  /** These are the settings now. */
  readonly isChosen: boolean
  /** The value, if absent. */
  readonly children?: string
}

/** A press chooses these settings. */
const Choice = ({ name, value, isChosen, children = value }: ChoiceProps) => (
  <button
    type="submit"
    name={name}
    value={value}
    aria-pressed={isChosen || undefined}
    className={buttonClass(
      { size: 'small', look: isChosen ? 'solid' : 'plain' },
      'h-auto max-w-full py-0.5 text-left whitespace-normal [overflow-wrap:anywhere]',
    )}
  >
    {children}
  </button>
)
