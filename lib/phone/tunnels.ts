/** A program that gives a service on this machine a public https URL. */
export interface Tunnel {
  readonly name: string
  /** Command that opens the tunnel and prints its URL. */
  readonly command: string
  readonly note: string
}

/** Common tunnels. Each terminates TLS with a public certificate, so the phone needs no setup. */
export const tunnels = (port: string): readonly Tunnel[] => [
  {
    name: 'cloudflared',
    command: `cloudflared tunnel --url http://localhost:${port}`,
    note: 'No account needed. The address changes at every start.',
  },
  {
    name: 'tailscale',
    command: `tailscale funnel ${port}`,
    note: 'The address is permanent. Use serve instead of funnel to limit it to your own devices.',
  },
  {
    name: 'ngrok',
    command: `ngrok http ${port}`,
    note: 'The free plan shows an interstitial page first in browsers.',
  },
]
