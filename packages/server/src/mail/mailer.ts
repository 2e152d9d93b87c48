import { isLoopback, type MailConfig } from '../config/config.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends a mail through the mail server. Rejects if the server does not accept it. */
export type SendMail = (mail: Mail) => Promise<void>

/** The mail server's time limits in milliseconds: for the connection, the greeting, and silence. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Mails contain links that set passwords, so another machine is reached only under TLS. */
export function mailerOf({ url, from }: MailConfig): SendMail {
  return async mail => {
    // Loaded with the first mail, because most starts send none.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url,
      ...patience,
      requireTLS: !isLoopback(url),
      // The mail's text is ours: nothing in it may name a file or a URL to fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    await transport.sendMail({ from, ...mail })
  }
}
