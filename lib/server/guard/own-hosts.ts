import type { Settings } from '../wiring/env'

/** Names that only resolve to this machine on this machine. */
const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether a `Host` header names this service: the host of `BASE_URL`, a name in `EXTRA_HOSTS`, or a loopback name or
 * the listening address with its own port. A page on another name that was made to resolve here (DNS rebinding) sends
 * that name in `Host`, which no page can change.
 */
export function createIsOwnHost({
  baseUrl,
  host,
  port,
  extraHosts = [],
}: Pick<Settings, 'baseUrl' | 'host' | 'port' | 'extraHosts'>): (value: string | null) => boolean {
  const base = new URL(baseUrl)
  // Proxies and port mappings change the port, never the name.
  const names = [base.hostname, ...extraHosts].filter((name) => !loopbackNames.includes(name))
  const local = [...loopbackNames, host.includes(':') ? `[${host}]` : host.toLowerCase()]
  const ports = [String(port), ...(loopbackNames.includes(base.hostname) ? [base.port] : [])]
  return (value) => {
    const [, name = '', given = ''] = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(value?.toLowerCase() ?? '') ?? []
    return names.includes(name) || (local.includes(name) && ports.some((own) => shown(own) === shown(given)))
  }
}

/** A port as shown in a URL: default ports are omitted. */
const shown = (port: string): string => (port === '80' || port === '443' ? '' : port)
