const { defineConfig } = require('@medusajs/framework/utils');

const origin = 'http://127.0.0.1';

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    // Its modules ignore a socket in the address.
    databaseDriverOptions: { connection: { ssl: false, host: process.env.DATABASE_SOCKET } },
    http: {
      storeCors: origin,
      adminCors: origin,
      authCors: origin,
      jwtSecret: process.env.SECRET,
      cookieSecret: process.env.SECRET,
    },
  },
  admin: { disable: true },
});
