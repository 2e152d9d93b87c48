import { isLoopback, type MailConfig } from '../config/config.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
}

/** Hands a mail to the mail server. Rejects where that did not take it. */
export type SendMail = (mail: Mail) => Promise<void>

/** How long a mail server may take, in milliseconds: to be reached, to greet, and to say something. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Links that set passwords travel this way, so to another machine only under TLS. */
export function mailerOf({ url, from }: MailConfig): SendMail {
  return async mail => {
    // Loaded with the first mail: a start needs none.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url,
      ...patience,
      requireTLS: !isLoopback(url),
      // A mail is made of text that we wrote: nothing in it may name a file or an address to fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    await transport.sendMail({ from, ...mail })
  }
}
