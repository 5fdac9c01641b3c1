import type { Settings } from '../basics/env'

/** Names that always resolve to the local machine. */
const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether the host of a request names this service: the host of `BASE_URL`, a name in `EXTRA_HOSTS`, or a loopback name or
 * the listening address with our port. With DNS rebinding, a page's own name resolves to this machine, but the browser
 * still sends that name in `Host`, and the page cannot change it.
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

/** The port as written in a URL, where default ports are omitted. */
const shown = (port: string): string => (port === '80' || port === '443' ? '' : port)
