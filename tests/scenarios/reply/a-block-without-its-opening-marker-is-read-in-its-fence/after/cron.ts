export class Cron {
  async run() {
    await this.job();
  }
}
