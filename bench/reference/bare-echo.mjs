import { WebSocketServer } from 'ws'

// Sends back what it gets.
process.once('message', () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', socket => socket.on('message', data => socket.send(data, { binary: false })))
  server.on('listening', () =>
    process.send?.(/** @type {import('node:net').AddressInfo} */ (server.address()).port),
  )
})
process.on('disconnect', () => process.exit(0))
