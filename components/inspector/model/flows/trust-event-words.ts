import type { JsonObject } from '@/lib/core/ground/values/json'

const resourceWords: Readonly<Record<string, string>> = {
  list: 'list',
  status: 'status list of the registration certificate',
  crl: 'revocation list',
  register: 'register',
  ca: 'certificate of an authority',
}

const whereWords: Readonly<Record<string, string>> = {
  alias: ' at its alias',
  client: ' at this installation, it seems by this wallet',
}

/** What a read of a trust resource is called. */
export function trustReadWords({ resource, name, by, further }: JsonObject): string {
  const what = resourceWords[String(resource)] ?? 'document of the trust framework'
  const which = resource === 'list' && typeof name === 'string' ? ` ${name}` : ''
  if (typeof further === 'number') return `Further reads of trust resources, not on record: ${further}`
  return `Trust ${what}${which} was read${whereWords[String(by)] ?? ''}`
}
