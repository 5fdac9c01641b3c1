import { OptionNumber, OptionSelect } from './option-field'

interface SessionOptionFieldsProps {
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (name: string, value: string) => void
}

const fields = [
  {
    name: 'scheme',
    label: 'Scheme of the link',
    help: 'Which app the phone opens. HAIP wallets register haip-vci.',
    choices: [
      ['', 'openid-credential-offer:// (default)'],
      ['haip-vci://', 'haip-vci://'],
    ],
  },
  {
    name: 'dpop_nonce',
    label: 'DPoP nonce',
    help: 'Whether a fresh nonce is offered to the wallet or required from it. RFC 9449, section 8.',
    choices: [
      ['', 'as the service is configured'],
      ['off', 'off'],
      ['offered', 'offered'],
      ['required', 'required'],
    ],
  },
  {
    name: 'tx_code',
    label: 'Transaction code',
    help: 'Whether the user has to enter a code, which the session page shows. Pre-authorized code flow only.',
    choices: [
      ['', 'none'],
      ['numeric', 'digits'],
      ['text', 'letters and digits'],
    ],
  },
] as const

const numbers = [
  {
    name: 'tx_code_length',
    member: 'tx_code.length',
    label: 'Length of the code',
    help: '4 to 12 characters. Default 6, in which case the offer does not state a length.',
    min: 4,
    max: 12,
  },
  {
    name: 'expires_in',
    member: 'expires_in',
    label: 'Expires after',
    help: 'Seconds, 60 to 3600. Default 900.',
    min: 60,
    max: 3600,
  },
] as const

/** Rarely needed options, named as in the session request. */
export function SessionOptionFields({ values, onChange }: SessionOptionFieldsProps) {
  const bound = (name: string) => ({
    value: values[name] ?? '',
    onChange: (value: string) => onChange(name, value),
  })
  return (
    <details className="min-w-0 open:basis-full">
      <summary className="chevron flex items-center text-sm text-ink-2">All options</summary>
      <div className="mt-3 grid gap-4 md:grid-cols-2">
        {fields.map((field) => (
          <OptionSelect key={field.name} {...field} {...bound(field.name)} />
        ))}
        {numbers.map((field) => (
          <OptionNumber key={field.name} {...field} {...bound(field.name)} />
        ))}
      </div>
    </details>
  )
}
