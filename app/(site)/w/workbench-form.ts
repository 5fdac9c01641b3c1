import { isObject } from '@/lib/core/shared/values/json'

const textOf = (fields: FormData, name: string): string => {
  const value = fields.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** The wallet that a form names; nothing where it names none. */
export function readWallet(fields: FormData): {
  readonly wallet?: { readonly name: string; readonly version: string }
} {
  const [name, version] = [textOf(fields, 'wallet'), textOf(fields, 'version')]
  return name === '' && version === '' ? {} : { wallet: { name, version } }
}

/** The kind of session that a form is about; `null` for none. */
export function readWing(fields: FormData): 'issuance' | 'presentation' | null {
  const wing = textOf(fields, 'wing')
  return wing === 'issuance' || wing === 'presentation' ? wing : null
}

/** Settings that a form has as JSON; `null` for a text that is no JSON object. */
export function readSettings(fields: FormData): Readonly<Record<string, unknown>> | null {
  const text = textOf(fields, 'settings')
  if (text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
